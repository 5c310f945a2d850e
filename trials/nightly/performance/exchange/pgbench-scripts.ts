import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createExchanger, type ExchangeItem } from '../../../../apps/server/src/domains/embed/engine/index.ts'
import type { Account } from '../mint/account.ts'
import { secretHash, type Waiting } from './sessions.ts'

const sampleId = 7_000_000_000

/** The statement of an exchange as the service sends it, with a sample id. */
const sentFor = async (item: ExchangeItem): Promise<{ text: string; json: string }> => {
  let sent: { text: string; json: string } | undefined
  const exchanger = createExchanger({
    call: async <Row extends object>(_name: string, text: string, values: unknown[]): Promise<Row[]> => {
      sent = { text, json: String(values[0]) }
      return [{ place: 0, outcome: 'unknown' }] as unknown as Row[]
    },
    close: async () => undefined,
  })
  await exchanger.add(item)
  if (!sent) throw new Error('The exchanger sent nothing.')
  return sent
}

// Eight clients take turns through the ids.
const turns = (waiting: Waiting): string => `\\set i :i + 1\n\\set id ${waiting.next} + :i * 8 + :client_id\n`

export const writeExchangeScript = async (folder: string, account: Account, waiting: Waiting): Promise<string> => {
  const { text, json } = await sentFor({ tenantId: account.tenant.tenantId, bucket: waiting.bucket, id: sampleId, secretHash })
  const template = json.replace(String(sampleId), '%s').replaceAll('":', '": ')
  const file = join(folder, 'exchange.sql')
  writeFileSync(file, `${turns(waiting)}${text.replace('$1', `format('${template}', :id::text)`)};\n`)
  return file
}

/** The smallest possible exchange: marks one row as used. */
export const writeBareScript = (folder: string, account: Account, waiting: Waiting): string => {
  const file = join(folder, 'exchange-bare.sql')
  writeFileSync(
    file,
    `${turns(waiting)}update embed_sessions set grant_bucket = bucket where tenant_id = ${account.tenant.tenantId} and bucket = ${waiting.bucket} and id = :id
  and secret_hash = decode('${secretHash}', 'base64') and grant_bucket is null and expires_at > now() returning user_id, deployment_id;\n`,
  )
  return file
}
