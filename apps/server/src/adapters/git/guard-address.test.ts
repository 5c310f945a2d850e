import { describe, expect, it } from 'vitest'
import { readAsked } from './guard-address.ts'

const refs = '/info/refs?service=git-upload-pack'

describe('what is asked of the package guard', () => {
  it.each([
    ['GET', `/git.example.com/team/project.git${refs}`],
    ['GET', `/git.example.com:8443/project${refs}`],
    ['GET', `/dev.azure.com/acme/My%20Project/_git/dbt${refs}`],
    ['GET', `/git.sr.ht/~ada/dbt_utils-1.0${refs}`],
    ['POST', '/git.example.com/team/project.git/git-upload-pack'],
  ])('may be a repository: %s %s', (method, target) => {
    expect(readAsked(method, target)).toMatchObject({ path: target.slice(target.indexOf('/', 1)) })
  })

  it.each([
    ['a page before a query that ends like a repository', 'GET', `/git.example.com/api/v4/user?x=/project.git${refs}`],
    ['a page with a second query', 'GET', `/git.example.com/api?service=git-upload-pack&x=${refs}`],
    ['a page before a fragment', 'GET', `/git.example.com/api/v4/user#/project.git${refs}`],
    ['a page that is posted to, by a query', 'POST', '/git.example.com/api/v4/user?x=/git-upload-pack'],
    ['a page that is posted to, by a fragment', 'POST', '/git.example.com/api/v4/user#/git-upload-pack'],
    ['another service', 'GET', '/git.example.com/project.git/info/refs?service=git-receive-pack'],
    ['another service beside it', 'GET', `/git.example.com/project.git${refs}&service=git-receive-pack`],
    ['a push', 'POST', '/git.example.com/project.git/git-receive-pack'],
    ['no service', 'GET', '/git.example.com/project.git/info/refs'],
    ['a file of the repository', 'GET', '/git.example.com/project.git/HEAD'],
    ['the service by another method', 'GET', '/git.example.com/project.git/git-upload-pack'],
    ['the list by another method', 'POST', `/git.example.com/project.git${refs}`],
    ['no repository', 'GET', `/git.example.com${refs}`],
    ['a repository without a name', 'GET', `/git.example.com/${refs}`],
    ['an empty part', 'GET', `/git.example.com/team//project.git${refs}`],
    ['a dot', 'GET', `/git.example.com/./project.git${refs}`],
    ['two dots', 'GET', `/git.example.com/project.git/../../api${refs}`],
    ['two dots that are encoded', 'GET', `/git.example.com/project.git/%2e%2E/api${refs}`],
    ['a slash that is encoded', 'GET', `/git.example.com/project.git%2fapi${refs}`],
    ['a slash that is encoded twice', 'GET', `/git.example.com/project.git%252fapi${refs}`],
    ['a question mark that is encoded', 'GET', `/git.example.com/api%3Fx=${refs}`],
    ['a backslash', 'GET', `/git.example.com/project.git\\api${refs}`],
    ['a backslash that is encoded', 'GET', `/git.example.com/project.git%5capi${refs}`],
    ['a parameter of a path', 'GET', `/git.example.com/project.git/..;/api${refs}`],
    ['a parameter that is encoded', 'GET', `/git.example.com/project.git/%2e%2e%3b/api${refs}`],
    ['a line break that is encoded', 'GET', `/git.example.com/project.git%0d%0aX:%20y${refs}`],
    ['a byte that is no text', 'GET', `/git.example.com/project%ff${refs}`],
    ['a tab, which readers of URLs drop', 'GET', `/git.example.com/.\t./api${refs}`],
    ['a user before the host', 'GET', `/ada@git.example.com/project.git${refs}`],
    ['a whole URL', 'GET', `https://git.example.com/project.git${refs}`],
  ])('is refused as %s', (_, method, target) => {
    expect(readAsked(method, target)).toEqual({ problem: expect.any(String) })
  })
})
