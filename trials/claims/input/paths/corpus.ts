/** How it is shown that the attack would do something where the rule is off. */
export type Control = 'posix' | 'windows' | 'git' | 'none'

export type Attack = { name: string; path: string; control: Control }

const mark = 'facet-escaped'

/** Paths nobody may write. `posix` and `windows`: joined to a folder as it is, the path leaves it or lands in its `.git`. `git`: git itself keeps it off disks. */
export const attacks: Attack[] = [
  { name: 'a folder above', path: `../${mark}`, control: 'posix' },
  { name: 'far above', path: `${'../'.repeat(20)}tmp/${mark}`, control: 'posix' },
  { name: 'above from within', path: `model/../../${mark}`, control: 'posix' },
  { name: 'above at the end', path: 'model/..', control: 'none' },
  { name: 'the folder itself', path: `./${mark}`, control: 'none' },
  { name: 'absolute', path: `//tmp/${mark}`, control: 'none' },
  { name: 'an empty name', path: `model//${mark}`, control: 'none' },
  { name: 'a slash at the end', path: `${mark}/`, control: 'none' },
  { name: 'nothing', path: '', control: 'none' },
  { name: 'only a slash', path: '/', control: 'none' },
  { name: 'a folder above, with both kinds of slash', path: `..\\/${mark}`, control: 'windows' },
  { name: 'a folder above, for Windows', path: `..\\${mark}`, control: 'windows' },
  { name: 'a drive', path: `C:/${mark}`, control: 'none' },
  { name: 'a drive without a slash', path: `C:${mark}`, control: 'none' },
  { name: 'a share', path: `\\\\host\\share\\${mark}`, control: 'none' },
  { name: 'a NUL', path: `${mark}\u0000.yml`, control: 'none' },
  { name: 'a line feed', path: `${mark}\nM 120000 inline link`, control: 'none' },
  { name: 'a carriage return', path: `${mark}\r`, control: 'none' },
  { name: 'an escape', path: `${mark}\u001b[2J`, control: 'none' },
  { name: 'the configuration of git', path: '.git/config', control: 'posix' },
  { name: 'a hook', path: '.git/hooks/post-commit', control: 'posix' },
  { name: '.git further in', path: `model/.git/${mark}`, control: 'git' },
  { name: '.git in capitals', path: `.GIT/${mark}`, control: 'git' },
  { name: '.git in both', path: `.gIt/${mark}`, control: 'git' },
  { name: 'the short name of .git', path: `git~1/${mark}`, control: 'git' },
  { name: '.git and a space', path: `.git /${mark}`, control: 'git' },
  { name: '.git and a dot', path: `.git./${mark}`, control: 'git' },
  { name: '.git and several', path: `.git . . ./${mark}`, control: 'git' },
  { name: '.git as a stream', path: `.git::$INDEX_ALLOCATION/${mark}`, control: 'git' },
  { name: '.git with an ignored letter', path: `.g\u200cit/${mark}`, control: 'git' },
  { name: '.git with an ignored mark', path: `.git\ufeff/${mark}`, control: 'git' },
  { name: '.git turned round', path: `.gi\u202et/${mark}`, control: 'git' },
  { name: '.git with a dotless i', path: `.g\u0131t/${mark}`, control: 'none' },
  { name: '.git behind a backslash', path: `model\\.git\\${mark}`, control: 'git' },
  { name: 'submodules', path: '.gitmodules', control: 'none' },
  { name: 'submodules in capitals', path: '.GITMODULES', control: 'none' },
  { name: 'the short name of submodules', path: 'gitmod~1', control: 'none' },
  { name: 'attributes', path: 'model/.gitattributes', control: 'none' },
  { name: 'a device', path: 'NUL', control: 'none' },
  { name: 'a device with an ending', path: 'model/con.yml', control: 'none' },
  { name: 'a serial port', path: 'COM1.yml', control: 'none' },
  { name: 'a dot at the end', path: `${mark}.`, control: 'none' },
  { name: 'a space at the end', path: `${mark} `, control: 'none' },
  { name: 'a wildcard', path: `${mark}*`, control: 'none' },
  { name: 'a stream', path: `${mark}:stream`, control: 'none' },
  { name: 'decomposed letters', path: `${mark}e\u0301`, control: 'none' },
  { name: 'half of a pair', path: `${mark}\ud800`, control: 'none' },
  { name: 'turned round', path: `${mark}\u202elmy.sj`, control: 'none' },
  { name: 'an isolate', path: `${mark}\u2066`, control: 'none' },
  { name: 'a name of 256 bytes', path: 'x'.repeat(256), control: 'none' },
  { name: 'a name of 256 bytes in 86 letters', path: '模'.repeat(86), control: 'none' },
  { name: '33 levels', path: `${'d/'.repeat(32)}${mark}`, control: 'none' },
]

export const attackMark = mark

/** Legal paths that differ from an attack by little: all must be taken, or the refusals above say nothing. */
export const twins: string[] = [
  '..x/up',
  'x..y/up',
  'model/..x',
  '.gitignore',
  '.github/ci.yml',
  'git/config',
  '.git-hooks/post-commit',
  'x.git/config',
  'git~x',
  'gitmodules',
  'con-fig.yml',
  'nullable.yml',
  'com10.yml',
  'tmp/escape.yml',
  '-rf',
  `--upload-pack=touch ${mark}`,
  `$(touch ${mark})`,
  `\`touch ${mark}\``,
  'a;b&c.yml',
  'a b.yml',
  "it's.yml",
  '%2e%2e%2fx',
  'café.yml',
  '模型/订单.yml',
  'שלום.yml',
  '👩🏽.yml',
  'x'.repeat(255),
  '模'.repeat(85),
  `${'d/'.repeat(31)}deep`,
]

export type BranchAttack = { name: string; isRun: boolean }

/** Names of branches that would be options, refs or paths to a careless git command. `isRun`: shown to run a program when passed as an argument. */
export const branchAttacks: BranchAttack[] = [
  { name: '--upload-pack=touch CANARY;', isRun: true },
  { name: '--exec=touch CANARY;', isRun: true },
  { name: '--output=x', isRun: false },
  { name: '-x', isRun: false },
  { name: '../x', isRun: false },
  { name: 'x/../y', isRun: false },
  { name: '/etc/passwd', isRun: false },
  { name: 'refs/heads/x', isRun: false },
  { name: 'x\ny', isRun: false },
  { name: 'x y', isRun: false },
  { name: 'x..y', isRun: false },
  { name: 'x@{1}', isRun: false },
  { name: 'x:y', isRun: false },
  { name: '@', isRun: false },
  { name: 'HEAD', isRun: false },
  { name: 'x.lock', isRun: false },
  { name: 'a'.repeat(40), isRun: false },
  { name: 'dev-somebody-12345678', isRun: false },
]

export const branchTwins: string[] = ['release-1', 'x-', 'feature/x', 'x.y', 'refs-heads/x', 'x@1', 'lock', 'upload-pack=x', 'a'.repeat(39)]
