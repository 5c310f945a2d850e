import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const algorithm = 'aes-256-gcm'
const ivLength = 12
const tagLength = 16

export const newKey = (): Buffer => randomBytes(32)

/** iv, tag and ciphertext in one. `aad`, the additional authenticated data, binds it to where it is stored: moved elsewhere it no longer opens. */
export const sealWith = (key: Buffer, aad: string, plain: Buffer): Buffer => {
  const iv = randomBytes(ivLength)
  const cipher = createCipheriv(algorithm, key, iv).setAAD(Buffer.from(aad))
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed])
}

export const openWith = (key: Buffer, aad: string, sealed: Buffer): Buffer => {
  const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, ivLength), { authTagLength: tagLength })
    .setAAD(Buffer.from(aad))
    .setAuthTag(sealed.subarray(ivLength, ivLength + tagLength))
  return Buffer.concat([decipher.update(sealed.subarray(ivLength + tagLength)), decipher.final()])
}
