/** Uploads: a whole data model sent file by file, compared by hashes, and committed at once. */
export { fileHashes } from './file-hashes.ts'
export { finishUpload } from './finish-upload.ts'
export { startUpload } from './start-upload.ts'
export { uploadFile } from './upload-file.ts'
