/** Certificates of our own making. */
export { type Certificates, makeCertificates } from './certificates.ts'
