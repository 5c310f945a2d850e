/** A real S3 server, and what stands in its place or in its way. */
export { openS3Relay, type S3Relay, startForgetfulServer, startSilentServer } from './s3-relay.ts'
export { findS3Program, isS3Up, type S3Credentials, type S3Program, s3Program, type S3Server, startS3Server } from './s3-server.ts'
