export { tagListSpec } from './tag-list.screen.tsx'
export { TagPeek } from './TagPeek.tsx'
