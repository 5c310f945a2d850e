import { SignJWT } from 'jose'

/** A token of the deployment's owner, which engine and gateway accept alike. */
export const signDeploymentToken = (secret: string): Promise<string> =>
  new SignJWT({}).setProtectedHeader({ alg: 'HS256', typ: 'JWT' }).setExpirationTime('1 day').sign(Buffer.from(secret))
