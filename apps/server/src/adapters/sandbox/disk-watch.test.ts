import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ChildLimitExceeded } from '#adapters/children'
import { sandboxOfFile, shellInside } from '#test'
import { beginLook } from './disk-look.ts'

const sandbox = sandboxOfFile()
const mebibyte = 1_048_576

const folderForTest = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'facet-disk-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const filling = (script: string, folder: string, maxDiskBytes: number) =>
  sandbox().run(shellInside(script, { maxDiskBytes, cwd: '/out', mounts: [{ from: folder, to: '/out', writable: true }] }))

const perl = (program: string): string => `exec perl -e '${program}'`
const piece = '"x" x 4000000'

it.each([
  ['large files', 'n=0; while :; do n=$((n+1)); head -c 4000000 /dev/zero > f$n; done', 64 * mebibyte],
  ['folders within folders full of empty files', 'n=0; while :; do n=$((n+1)); mkdir -p d/d; : > d/d/f$n; done', mebibyte],
  ['empty folders', 'n=0; while :; do n=$((n+1)); mkdir d$n; done', mebibyte],
  [
    'folders deeper than any path, where it cannot be counted',
    'd=$(printf "d%.0s" $(seq 200)); for n in $(seq 30); do mkdir $d && cd $d; done; while :; do :; done',
    64 * mebibyte,
  ],
  [
    'files that are removed while they are open',
    perl(`while (push(@held, undef) < 30) { open($held[-1], ">", "f"); unlink("f"); syswrite($held[-1], ${piece}) } sleep 60`),
    64 * mebibyte,
  ],
  [
    'files that children hold',
    perl(`for (1..15) { next if fork; open(my $held, ">", "f$_"); unlink("f$_"); syswrite($held, ${piece}) for 1, 2; sleep 60 } sleep 60`),
    64 * mebibyte,
  ],
])('ends what fills a folder with %s', async (_, script, maxBytes) => {
  const folder = folderForTest()

  await expect(filling(script, folder, maxBytes)).rejects.toBeInstanceOf(ChildLimitExceeded)
})

// Perl has no words for these calls of x64: mmap, fallocate, ioctl, sendmsg, prctl.
describe.runIf(process.arch === 'x64')('what no folder shows', () => {
  it('is counted where it is mapped and in no other place', async () => {
    const map = `for my $n (1..30) { open(my $f, "+>", "f"); syswrite($f, ${piece}); unlink("f"); syscall(9, 0, 4096, 1, 1, fileno($f), 0) > 0 or die; close($f) } sleep 60`

    await expect(filling(perl(map), folderForTest(), 64 * mebibyte)).rejects.toBeInstanceOf(ChildLimitExceeded)
  })

  it('is not to be had: room that is reserved, files handed to a socket, processes that let nobody look', async () => {
    const reserve = `open(my $f, "+>", "f"); my $room = pack("s s x4 q q l l x16", 1, 0, 0, 4000000, 0, 0);
      print syscall(285, fileno($f), 1, 0, 4000000) == 0 ? "reserved" : 0 + $!, " ";
      print ioctl($f, 0x4030582a, $room) ? "reserved" : 0 + $!, " ";
      socketpair(my $a, my $b, 1, 1, 0); print syscall(46, fileno($a), 0, 0) == 0 ? "sent" : 0 + $!, " ";
      print syscall(157, 4, 0) == 0 ? "hidden" : 0 + $!, " ", syscall(157, 15, my $name = "named") == 0 ? "named" : 0 + $!`

    const { stdout } = await filling(perl(reserve), folderForTest(), 64 * mebibyte)

    expect(stdout.toString()).toBe('95 95 1 1 named')
  })
})

it('looks at so many files and no further', async () => {
  const look = beginLook(Number.MAX_SAFE_INTEGER)
  let looked = 0

  for (; !look.isOver() && looked < 1_000_000; looked++) await look.step()

  expect(looked).toBe(200_001)
})

it('tells of what was left by one that was quicker than any look', async () => {
  const quick = 'for n in 1 2 3; do head -c 4000000 /dev/zero > f$n; done'

  await expect(filling(quick, folderForTest(), 8 * mebibyte)).rejects.toBeInstanceOf(ChildLimitExceeded)
})

it('counts no file that a link leads to, and lets go when the work is done', async () => {
  const folder = folderForTest()
  mkdirSync(join(folder, 'in'))
  symlinkSync('/usr', join(folder, 'in/link'))

  const { code } = await filling('sleep 1', folder, 10 * mebibyte)

  expect(code).toBe(0)
})
