/** Whether this browser can draw the map; asked once, since each question costs a drawing context. */
let answer: boolean | undefined

export function hasWebgl(): boolean {
  answer ??= ask()
  return answer
}

function ask(): boolean {
  const context = document.createElement('canvas').getContext('webgl2')
  context?.getExtension('WEBGL_lose_context')?.loseContext()
  return context !== null
}
