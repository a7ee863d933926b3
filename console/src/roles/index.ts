export { PrivilegeTree } from './PrivilegeTree.tsx'
