/** Part of the name of every file that an attack would create. A file with this name outside of a repository is an escape. */
export const attackMark = 'facet-escaped'

// Names that file systems of Windows or macOS read as `.git`: case, short name, trailing characters, streams, ignored code points.
const gitFolders = [
  ...['.GIT', '.gIt', 'git~1', '.git ', '.git.', '.git . . .', '.git::$INDEX_ALLOCATION'],
  ...['.g\u200cit', '.git\ufeff', '.gi\u202et', '.g\u0131t', 'model\\.git\\', 'model/.git'],
]
const traversals = [
  ...['../', `${'../'.repeat(20)}tmp/`, 'model/../../', './', '//tmp/', 'model//', '..\\/', '..\\'],
  ...['C:/', 'C:', '\\\\host\\share\\'],
]
// Line feeds would end a command of `git fast-import`. Invisible, decomposed and unpaired code points disguise a name.
const suffixes = [
  ...['/', '\u0000.yml', '\nM 120000 inline link', '\r', '\u001b[2J', '.', ' ', '*', ':stream'],
  ...['e\u0301', '\ud800', '\u202elmy.sj', '\u2066'],
]

/** Paths that the API must refuse. */
export const attacks: string[] = [
  ...gitFolders.map((folder) => `${folder}/${attackMark}`),
  ...traversals.map((prefix) => `${prefix}${attackMark}`),
  ...suffixes.map((suffix) => `${attackMark}${suffix}`),
  ...['', '/', 'model/..', '.git/config', '.git/hooks/post-commit'],
  ...['.gitmodules', '.GITMODULES', 'gitmod~1', 'model/.gitattributes'],
  ...['NUL', 'model/con.yml', 'COM1.yml'],
  ...['x'.repeat(256), '模'.repeat(86), `${'d/'.repeat(32)}${attackMark}`],
]

/** Valid paths that differ little from an attack. The API must accept them, or the refusals above prove nothing. */
export const validPaths: string[] = [
  ...['..x/up', 'x..y/up', 'model/..x', '.gitignore', '.github/ci.yml', 'git/config', '.git-hooks/post-commit', 'x.git/config'],
  ...['git~x', 'gitmodules', 'con-fig.yml', 'nullable.yml', 'com10.yml', 'tmp/escape.yml', '-rf', '%2e%2e%2fx'],
  ...[`--upload-pack=touch ${attackMark}`, `$(touch ${attackMark})`, `\`touch ${attackMark}\``, 'a;b&c.yml', 'a b.yml', "it's.yml"],
  ...['café.yml', '模型/订单.yml', 'שלום.yml', '👩🏽.yml', 'x'.repeat(255), '模'.repeat(85), `${'d/'.repeat(31)}deep`],
]

/** Branch names that a git command could read as an option, a ref or a path. The API must refuse them. */
export const branchAttacks: string[] = [
  ...[`--upload-pack=touch ${attackMark};`, `--exec=touch ${attackMark};`, '--output=x', '-x', '../x', 'x/../y', '/etc/passwd'],
  ...['refs/heads/x', 'x\ny', 'x y', 'x..y', 'x@{1}', 'x:y', '@', 'HEAD', 'x.lock', 'a'.repeat(40), 'dev-somebody-12345678'],
]

export const validBranches = ['release-1', 'x-', 'feature/x', 'x.y', 'refs-heads/x', 'x@1', 'lock', 'upload-pack=x', 'a'.repeat(39)]
