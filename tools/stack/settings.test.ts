import { describe, expect, it } from 'vitest'
import { passOn, settingsIn, unknownIn, withDefaults } from './settings.ts'

describe('the settings of a shell', () => {
  const shell = {
    FACET_REGIONS: 'a=b',
    FACET_MINT_KEY: 'sk-secret',
    FACET_RGIONS: 'c=d',
    PATH: '/bin',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c',
  }

  it('are passed on when the service reads them, and reported as unknown otherwise, except those of the tools', () => {
    expect(settingsIn(shell)).toEqual({ FACET_REGIONS: 'a=b', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c' })
    expect(unknownIn(shell)).toEqual(['FACET_RGIONS'])
    expect(passOn(settingsIn(shell), { FACET_REGIONS: 'own' })).toEqual({
      passedOn: { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c' },
      refused: ['FACET_REGIONS'],
    })
  })

  it('override the defaults of the stack, and add hosts to that of the demo warehouse', () => {
    const installed = { enginesFolder: '/engines', dbtFolder: '/dbt' }
    expect(withDefaults({}, installed)).toEqual({
      FACET_SANDBOX: 'degraded',
      FACET_ENGINES_FOLDER: '/engines',
      FACET_DBT_FOLDER: '/dbt',
      FACET_ALLOW_PRIVATE_HOSTS: '127.0.0.1',
    })
    expect(
      withDefaults({ FACET_SANDBOX: 'required', FACET_ENGINES_FOLDER: '/own', FACET_ALLOW_PRIVATE_HOSTS: 'localhost' }, installed),
    ).toEqual({
      FACET_SANDBOX: 'required',
      FACET_ENGINES_FOLDER: '/own',
      FACET_DBT_FOLDER: '/dbt',
      FACET_ALLOW_PRIVATE_HOSTS: 'localhost,127.0.0.1',
    })
  })
})
