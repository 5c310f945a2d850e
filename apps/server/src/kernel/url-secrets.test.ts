import { describe, expect, it } from 'vitest'
import { withoutUrlSecrets } from './url-secrets.ts'

describe('a URL in a text', () => {
  it.each([
    ['https://ada:hunter2@git.example/a.git', 'https://git.example/a.git'],
    ['https://hunter2@git.example/a.git', 'https://git.example/a.git'],
    ['https://a@b:hunter2@git.example/a.git', 'https://git.example/a.git'],
    ['ssh://git:hunter2@git.example:22/a', 'ssh://git.example:22/a'],
    [
      "fatal: unable to access 'https://git.example/a.git?private_token=hunter2/': no",
      "fatal: unable to access 'https://git.example/a.git?…': no",
    ],
    ['"https://git.example?hunter2" and https://b.example/?x=hunter2&y', '"https://git.example?…" and https://b.example/?…'],
    ['https://git.example/#access_token=hunter2', 'https://git.example/#…'],
    ['git+https://hunter2@git.example/a@v1.0', 'git+https://git.example/a@v1.0'],
    ['https://git.example/a?x=https://ada:hunter2@b.example/', 'https://git.example/a?…'],
    ['HTTPS://hunter2@GIT.example', 'HTTPS://GIT.example'],
    ['postgres://ada:hunter2@db/facet', 'postgres://db/facet'],
  ])('is shown without secrets: %s', (text, shown) => {
    expect(withoutUrlSecrets(text)).toBe(shown)
  })

  it.each(['https://docs.example/a#part', 'file:///a/b.ts:12:3', 'ada@example.com', 'git@git.example:a.git', 'why? a://', '://'])(
    'stays as it is without them: %s',
    (text) => {
      expect(withoutUrlSecrets(text)).toBe(text)
    },
  )

  it('is found in time that grows with the text', () => {
    const texts = [
      'a://'.repeat(100_000),
      `https://${'a'.repeat(400_000)}`,
      'a'.repeat(400_000),
      `x://${'@'.repeat(200_000)}?`,
      '+.-'.repeat(200_000),
    ]
    const startedMs = performance.now()

    for (const text of texts) withoutUrlSecrets(`${text}://`)

    expect(performance.now() - startedMs).toBeLessThan(2000)
  })
})
