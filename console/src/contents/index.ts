export { ContentThumb, useThumb } from './ContentThumb.tsx'
export { linesOf } from './folders.ts'
export { useGroups } from './use-groups.ts'
export { UploadToLibrary } from './UploadToLibrary.tsx'
