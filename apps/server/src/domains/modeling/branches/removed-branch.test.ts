import { afterEach, describe, expect, it } from 'vitest'
import { givenDevBranch, givenKey, givenModeler, useServer } from '#test'

const server = useServer()

/** The branch goes in the very moment in which a row of this table is made to refer to it. */
const removeBranchAtInsert = async (table: string): Promise<void> => {
  await server.database().query(
    `create function planted() returns trigger language plpgsql security definer as $$ begin
       perform set_config('session_replication_role', 'replica', true);
       delete from branches where id = new.branch_id;
       perform set_config('session_replication_role', 'origin', true);
       return new;
     end $$`,
  )
  await server.database().query(`create trigger planted before insert on ${table} for each row execute function planted()`)
}

afterEach(() => server.database().query('drop function if exists planted() cascade'))

describe('a branch that is removed between the look at it and the row that refers to it', () => {
  it('is not found by who enters it', async () => {
    const admin = await givenModeler(server)
    const branchName = await givenDevBranch(admin)
    const second = await givenKey(server, admin)
    await removeBranchAtInsert('dev_modes')

    const entered = await server.outcome(second, 'startDevMode', { params: admin, body: { branchName } })

    expect(entered).toMatchObject({ status: 404, code: 'branch_not_found' })
  })

  it('is not found by who uploads to it', async () => {
    const admin = await givenModeler(server)
    const branchName = await givenDevBranch(admin)
    await removeBranchAtInsert('uploads')

    const started = await server.outcome(admin, 'startUpload', { params: admin, body: { branchName } })

    expect(started).toMatchObject({ status: 404, code: 'branch_not_found' })
  })
})
