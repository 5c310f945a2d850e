/** A real OpenSSH server. */
export { type SshServer, startSshServer } from './ssh-server.ts'
