/** Groups of an embed tenant and who is in them. */
export { addEmbedGroupMembers } from './add-embed-group-members.ts'
export { createEmbedGroup } from './create-embed-group.ts'
export { deleteEmbedGroup } from './delete-embed-group.ts'
export { getEmbedGroup } from './get-embed-group.ts'
export { listEmbedGroupMembers } from './list-embed-group-members.ts'
export { listEmbedGroups } from './list-embed-groups.ts'
export { removeEmbedGroupMembers } from './remove-embed-group-members.ts'
export { updateEmbedGroup } from './update-embed-group.ts'
