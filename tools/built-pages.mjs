// Whether a page (console, player) is built, and newer than all that it is made of. Plain JavaScript, as start.mjs.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** What is made from the others, and what is not part of a page. */
const leftOut = /^(dist|node_modules)$|\.test\.tsx?$/

/** The newest change of a file, or of anything in a folder, in milliseconds. A folder is changed by what is taken out of it, too. */
function newest(path) {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found === undefined) return 0
  if (!found.isDirectory()) return found.mtimeMs
  const parts = readdirSync(path).filter((name) => !leftOut.test(name))
  // The folder of a workspace itself changes with each build, by its `dist`.
  const own = existsSync(join(path, 'dist')) ? 0 : found.mtimeMs
  return Math.max(own, ...parts.map((name) => newest(join(path, name))))
}

/** The workspaces that a page is made of: itself, and those that its package.json names, and theirs. */
export function workspacesOf(root, page, found = new Set()) {
  if (found.has(page)) return found
  found.add(page)
  const { dependencies = {} } = JSON.parse(readFileSync(join(root, page, 'package.json'), 'utf8'))
  for (const name of Object.keys(dependencies)) if (name.startsWith('@endcap/')) workspacesOf(root, name.slice('@endcap/'.length), found)
  return found
}

/** False where something that the page is made of was changed since it was built: a workspace, a package, a setting of the compiler. */
export function isBuilt(root, page) {
  const built = statSync(join(root, page, 'dist', 'index.html'), { throwIfNoEntry: false })
  if (built === undefined) return false
  const parts = [...workspacesOf(root, page), 'package-lock.json', 'tsconfig.base.json']
  return parts.every((part) => newest(join(root, part)) <= built.mtimeMs)
}
