import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { type Actor, givenFiles, givenModeler, useBuilds, useServer, withOwner } from '#test'
import { ArtifactLost, createArtifacts, openArtifact } from './index.ts'
import { tarOf } from './tar.ts'
import { untar } from './untar.ts'

const run = promisify(execFile)
const server = useServer()
const it = withOwner(server, () => givenModeler(server))
const builds = useBuilds(server)
const { signal } = new AbortController()
const limits = { maxFiles: 10, maxBytes: 10_000 }

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'facet-artifacts-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const file = (path: string, text: string) => ({
  path,
  size: Buffer.byteLength(text),
  async *chunks() {
    yield Buffer.from(text)
  },
})
const archiveOf = async (name: string, files: Record<string, string>): Promise<string> => {
  const chunks: Buffer[] = []
  for await (const chunk of tarOf(Object.entries(files).map(([path, text]) => file(path, text)))) chunks.push(chunk)
  const path = join(folder, name)
  await writeFile(path, Buffer.concat(chunks))
  return path
}
const builtBy = async (actor: Actor) => {
  const { artifact_key: key, artifact_sha256: sha256 } = await builds.run(actor)
  return { tenantId: actor.tenantId, key: key ?? '', sha256: sha256 ?? '' }
}

describe('an archive', () => {
  const files = { 'a.txt': 'one', empty: '', [`${'deep/'.repeat(30)}${'n'.repeat(90)}.yml`]: 'two', 'model/Größe ✓.yml': 'x'.repeat(513) }

  it('comes back as it was, also by any other tar', async () => {
    const archive = await archiveOf('whole.tar', files)

    await untar(archive, join(folder, 'whole'), limits, signal)

    for (const [path, text] of Object.entries(files)) expect(await readFile(join(folder, 'whole', path), 'utf8')).toBe(text)
    const { stdout } = await run('tar', ['-tf', archive, '--quoting-style=literal'])
    expect(stdout.trimEnd().split('\n')).toEqual(Object.keys(files))
  })

  it('is refused when it holds a link', async () => {
    await symlink('/etc/passwd', join(folder, 'link'))
    await run('tar', ['-cf', join(folder, 'link.tar'), '-C', folder, '--format=ustar', 'link'])

    await expect(untar(join(folder, 'link.tar'), join(folder, 'out'), limits, signal)).rejects.toThrow('something else than files')
  })

  it.each(['../out.txt', '/etc/x', 'a/../../x', 'a//b', './a', String.raw`a\b`])('is refused when it holds the path %s', async (path) => {
    const archive = await archiveOf('bad.tar', { [path]: 'x' })

    await expect(untar(archive, join(folder, 'bad'), limits, signal)).rejects.toThrow('leaves the folder')
  })

  it('is refused beyond its limits, cut short, and with a file twice', async () => {
    const large = await archiveOf('large.tar', { 'a.txt': 'x'.repeat(10_001) })
    const many = await archiveOf('many.tar', Object.fromEntries(Array.from({ length: 11 }, (_, at) => [`f${at}`, 'x'])))
    const cut = join(folder, 'cut.tar')
    await writeFile(cut, (await readFile(large)).subarray(0, 700))

    await expect(untar(large, join(folder, 'large'), limits, signal)).rejects.toThrow('more than 10000 bytes')
    await expect(untar(many, join(folder, 'many'), limits, signal)).rejects.toThrow('more than 10 files')
    await expect(untar(cut, join(folder, 'cut'), { ...limits, maxBytes: 100_000 }, signal)).rejects.toThrow('ends too early')
  })
})

/** An archive of files in this order, which `tarOf` of an object could not name twice. */
const archiveInOrder = async (name: string, paths: string[]): Promise<string> => {
  const chunks: Buffer[] = []
  for await (const chunk of tarOf(paths.map((path) => file(path, 'x')))) chunks.push(chunk)
  const path = join(folder, name)
  await writeFile(path, Buffer.concat(chunks))
  return path
}

describe('untar', () => {
  it.each([
    ['a file twice', ['a', 'a']],
    ['a file that is also a folder', ['a', 'a/b']],
    ['a folder that is also a file', ['a/b', 'a']],
    ['a name of more than 255 bytes', ['n'.repeat(256)]],
  ])('refuses an archive with %s', async (name, paths) => {
    const archive = await archiveInOrder('conflict.tar', paths)

    const refusal = untar(archive, join(folder, name), limits, signal)

    await expect(refusal).rejects.toThrow('The artifact was refused: the path')
  })

  it.each([
    ['a changed byte', (bytes: Buffer) => bytes.write('b', 0)],
    ['no checksum', (bytes: Buffer) => bytes.fill(0, 148, 156)],
  ])('refuses an archive whose header has %s', async (_, damage) => {
    const archive = await archiveInOrder('damaged.tar', ['a.txt'])
    const bytes = await readFile(archive)
    damage(bytes)
    await writeFile(archive, bytes)

    await expect(untar(archive, join(folder, 'damaged'), limits, signal)).rejects.toThrow('The artifact was refused')
  })
})

describe('openArtifact', () => {
  it('brings project and report, read-only, and no variable', async ({ owner }) => {
    const into = join(folder, 'opened')

    await openArtifact(server.services().objects, await builtBy(owner), into, signal)

    expect(await readFile(join(into, 'project/README.md'), 'utf8')).toBe('# Data model\n')
    expect(JSON.parse(await readFile(join(into, 'report.json'), 'utf8'))).toMatchObject({ cubes: 1, errors: [] })
    expect(await readdir(into)).toEqual(['project', 'report.json'])
  })

  it('says that the artifact is lost, and leaves nothing behind', async ({ owner }) => {
    const artifact = await builtBy(owner)
    const { objects } = server.services()
    await objects.remove([artifact.key as Parameters<typeof objects.remove>[0][number]])
    const into = join(folder, 'lost')

    await expect(openArtifact(objects, artifact, into, signal)).rejects.toThrow(ArtifactLost)

    expect((await readdir(folder)).filter((name) => name.startsWith('lost'))).toEqual([])
  })

  it('opens no key of another tenant', async () => {
    const artifact = await builtBy(await givenModeler(server))
    const stranger = await server.admin()

    const opening = openArtifact(server.services().objects, { ...artifact, tenantId: stranger.tenantId }, join(folder, 'foreign'), signal)

    await expect(opening).rejects.toThrow('not a key of tenant')
  })
})

describe('artifacts of a node', () => {
  it('are fetched once for all who open them at once, and stay while in use', async ({ owner }) => {
    const artifact = await builtBy(owner)
    let fetched = 0
    const { objects } = server.services()
    const counting = {
      getToFile: (...args: Parameters<typeof objects.getToFile>) => {
        fetched++
        return objects.getToFile(...args)
      },
    }
    const artifacts = createArtifacts(counting, join(folder, 'cache'), 0)

    const opened = await Promise.all([artifacts.open(artifact, signal), artifacts.open(artifact, signal)])
    expect(fetched).toBe(1)
    await givenFiles(server, owner, 'main', { 'model/b.yml': 'cubes: []' })
    const next = await artifacts.open(await builtBy(owner), signal)
    expect(await readdir(opened[0].project)).toEqual(['README.md'])

    for (const { release } of [...opened, next]) release()
    const again = await artifacts.open(artifact, signal)

    expect(fetched).toBe(2)
    expect(await readdir(join(folder, 'cache'))).toHaveLength(1)
    again.release()
    await artifacts.close()
    await expect(readdir(join(folder, 'cache'))).rejects.toThrow('ENOENT')
  })

  it('count by what they take of the disk: many small files are not next to nothing', async ({ owner }) => {
    const small = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`model/${at}/cube.yml`, `# ${at}`]))
    await givenFiles(server, owner, 'main', small)
    const artifacts = createArtifacts(server.services().objects, join(folder, 'small'), 200_000)
    const first = await artifacts.open(await builtBy(owner), signal)
    first.release()
    await givenFiles(server, owner, 'main', { 'model/more.yml': '# more' })

    const second = await artifacts.open(await builtBy(owner), signal)

    expect(await readdir(join(folder, 'small'))).toHaveLength(1)
    second.release()
    await artifacts.close()
  })

  it('that could not be brought are tried again', async () => {
    const artifact = await builtBy(await givenModeler(server))
    const { objects } = server.services()
    let isAway = true
    const failing = {
      getToFile: async (...args: Parameters<typeof objects.getToFile>) => {
        if (isAway) throw new Error('The store is away.')
        return objects.getToFile(...args)
      },
    }
    const artifacts = createArtifacts(failing, join(folder, 'retried'), 1_000_000)
    await expect(artifacts.open(artifact, signal)).rejects.toThrow('away')
    isAway = false

    const { project, release } = await artifacts.open(artifact, signal)

    expect(await readdir(project)).toEqual(['README.md'])
    release()
    await artifacts.close()
  })
})
