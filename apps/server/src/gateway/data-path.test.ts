import { describe, expect, it } from 'vitest'
import { isDataPath, parseDataPath } from './data-path.ts'

const base = '/deployment/shop-abc234'

describe('addresses of the data API', () => {
  it.each([
    ['/cubejs-api/v1/load', 'dataLoad', '/cubejs-api/v1/load'],
    ['/cubejs-api/v1/load/', 'dataLoad', '/cubejs-api/v1/load'],
    [
      '/cubejs-api/v1/load?query=%7B%7D&queryType=multi&cache=no-cache',
      'dataLoad',
      '/cubejs-api/v1/load?query=%7B%7D&queryType=multi&cache=no-cache',
    ],
    ['/cubejs-api/v1/load?x=/../y&query={"a":"b=c?d"}&extended', 'dataLoad', '/cubejs-api/v1/load?query={"a":"b=c?d"}'],
    ['/cubejs-api/v1/load?query[measures]=a&query%5Bb%5D=c&%71uery=d&Query=e&=f', 'dataLoad', '/cubejs-api/v1/load'],
    ['/cubejs-api/v1/load?query=1&query=2', 'dataLoad', '/cubejs-api/v1/load?query=1'],
    [
      '/cubejs-api/v1/sql?format=sql&query=1&disable_post_processing=true',
      'dataSql',
      '/cubejs-api/v1/sql?format=sql&query=1&disable_post_processing=true',
    ],
    ['/cubejs-api/v1/meta?', 'dataMeta', '/cubejs-api/v1/meta'],
    ['/cubejs-api/v1/meta?onlyViews=true&cacheOnly=1&__proto__=2', 'dataMeta', '/cubejs-api/v1/meta?onlyViews=true'],
    ['/readyz?query=1', 'dataReady', '/readyz'],
    ['/cubejs-api/v1/dry-run', 'dataDryRun', '/cubejs-api/v1/dry-run'],
    ['/cubejs-api/v1/meta?extended', 'dataMeta', '/cubejs-api/v1/meta?extended'],
    ['/cubejs-api/v1/entities/orders', 'dataEntity', '/cubejs-api/v1/entities/orders'],
    ['/cubejs-api/v1/entities/all', 'dataAllEntities', '/cubejs-api/v1/entities/all'],
    ['/readyz', 'dataReady', '/readyz'],
  ])('reads %s', (rest, name, enginePath) => {
    const expected = { kind: 'data', route: expect.objectContaining({ name }), enginePath }

    expect(parseDataPath(`${base}${rest}`, false)).toEqual({ ...expected, slug: 'shop-abc234' })
    expect(parseDataPath(rest, true)).toEqual({ ...expected, slug: null })
  })

  it.each([
    '/cubejs-api/v1/load%2f..%2fmeta',
    '/cubejs-api/v1/%6coad',
    '/cubejs-api/v1/Load',
    '/cubejs-api/V1/load',
    '/CUBEJS-API/v1/load',
    '//cubejs-api/v1/load',
    '/cubejs-api//v1/load',
    '/cubejs-api/v1/load//',
    '/cubejs-api/v1/./load',
    '/cubejs-api/v1/../v1/load',
    '/cubejs-api/v1/meta/../load',
    '/cubejs-api/v1/load;a=b',
    '/cubejs-api/v1/load#meta',
    '/cubejs-api/v1\\load',
    '/cubejs-api/v1/load\u00e9',
    '/cubejs-api/v1/load.json',
    '/cubejs-api/v1/readyz',
    '/cubejs-api/v1/',
    '/cubejs-api/v1',
    '/cubejs-api/v2/load',
    '/cubejs-api/v1/pre-aggregations/jobs',
    '/cubejs-api/v1/running-query/1',
    '/cubejs-api/v1/entities/a/b',
    '/cubejs-api/v1/entities/..',
    '/cubejs-api/v1/entities/a%2fb',
    '/cubejs-api/graphql',
    '/cubejs-system/v1/context',
    '/playground/context',
    '/cubejs-api/v1/constructor',
    '/cubejs-api/v1/__proto__',
    '/',
    '',
  ])('knows nothing of %j', (rest) => {
    expect(parseDataPath(`${base}${rest}`, false)).toEqual({ kind: 'unknown' })
    if (rest.startsWith('/')) expect(parseDataPath(rest, true)).toEqual({ kind: 'unknown' })
  })

  it.each(['Shop', 'shop_1', '-shop', 'shop-', 'shop%2d', '..', 'a.b', '', 'a'.repeat(65)])('takes no slug %j', (slug) => {
    expect(parseDataPath(`/deployment/${slug}/cubejs-api/v1/load`, false)).toEqual({ kind: 'unknown' })
  })

  it('takes a slug from the host or from the path, never from both', () => {
    expect(parseDataPath(`${base}/cubejs-api/v1/load`, true)).toEqual({ kind: 'unknown' })
    expect(parseDataPath('/cubejs-api/v1/load', false)).toEqual({ kind: 'unknown' })
  })

  it.each(['/dev-mode/feature/cubejs-api/v1/load', '/dev-mode/a%2Fb/cubejs-api/v1/load', '/dev-mode', '/dev-mode/../cubejs-api/v1/load'])(
    'tells that %s is of a branch',
    (rest) => {
      expect(parseDataPath(`${base}${rest}`, false)).toEqual({ kind: 'dev_mode', slug: 'shop-abc234' })
    },
  )

  it('is asked for these and no other paths', () => {
    expect(['/deployment/x', '/cubejs-api/v1/load'].every(isDataPath)).toBe(true)
    expect(
      ['/api/v1/deployments', '/deployments/1', '/Deployment/x', '//deployment/x', '/%64eployment/x', '/cubejs-apiv'].some(isDataPath),
    ).toBe(false)
  })
})
