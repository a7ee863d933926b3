export function workspacesOf(root: string, page: string): Set<string>
export function isBuilt(root: string, page: string): boolean
