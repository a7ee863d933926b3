/** The API as a page for people: one self-contained document made from the contract. */
import { openApi } from './openapi.ts'

interface Schema {
  type?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  default?: unknown
  additionalProperties?: Schema | boolean
}
interface Operation {
  operationId: string
  tags: string[]
  summary: string
  description: string
  parameters: { name: string; in: string; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: { 200: { content: Record<string, { schema: Schema }> } }
}

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** A schema as a reader would sketch it: `{ name: string, count?: integer }`. */
function sketch(schema: Schema | undefined, depth = 0): string {
  if (schema === undefined) return 'anything'
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum !== undefined) return schema.enum.map((one) => JSON.stringify(one)).join(' | ')
  if (schema.anyOf !== undefined) return schema.anyOf.map((one) => sketch(one, depth)).join(' | ')
  if (schema.type === 'array') return `[ ${sketch(schema.items, depth)} ]`
  if (schema.properties !== undefined) {
    const pad = '  '.repeat(depth + 1)
    const fields = Object.entries(schema.properties).filter(([name]) => !name.startsWith('condition_'))
    const lines = fields.map(
      ([name, one]) => `${pad}${name}${schema.required?.includes(name) === true ? '' : '?'}: ${sketch(one, depth + 1)}`,
    )
    return `{\n${lines.join('\n')}\n${'  '.repeat(depth)}}`
  }
  return schema.type ?? 'anything'
}

const first = (content: Record<string, { schema: Schema }> | undefined) => Object.values(content ?? {})[0]?.schema

function entry(method: string, path: string, { summary, description, parameters, requestBody, responses }: Operation): string {
  const fields = parameters.map(({ name, in: place, schema }) => `${name} (${place}): ${sketch(schema)}`).join('\n')
  const parts = [
    fields && `<h4>Parameters</h4><pre>${escape(fields)}</pre>`,
    requestBody && `<h4>Body</h4><pre>${escape(sketch(first(requestBody.content)))}</pre>`,
  ]
  return `<details data-find="${escape(`${method} ${path} ${summary}`.toLowerCase())}"><summary><b>${method}</b> <code>${escape(path)}</code> <span>${escape(summary)}</span></summary>
<p>${escape(description)}</p>${parts.filter(Boolean).join('')}<h4>Answer</h4><pre>${escape(sketch(first(responses[200].content)))}</pre></details>`
}

const style = `body{font:14px/1.5 system-ui,sans-serif;max-width:960px;margin:0 auto;padding:32px 20px;color:#1a1a18;background:#f7f7f4}
h1{font-size:22px}h2{font-size:15px;margin:28px 0 6px}h4{margin:10px 0 2px;font-size:12px;color:#55554f}code,pre{font:12.5px/1.5 ui-monospace,monospace}
details{background:#fff;border:1px solid #e6e5df;border-radius:6px;margin:4px 0;padding:0 12px}summary{padding:8px 0;cursor:pointer}summary b{display:inline-block;min-width:52px}
summary span{color:#6a6a63}pre{background:#f2f2ee;padding:8px 10px;border-radius:5px;overflow:auto}input{font:inherit;padding:6px 10px;width:100%;border:1px solid #93928a;border-radius:5px}
@media(prefers-color-scheme:dark){body{background:#101010;color:#ececec}details{background:#171716;border-color:#2a2a27}pre{background:#1d1d1b}input{background:#171716;color:inherit}}`
const script = `const f=document.querySelector('input');f.oninput=()=>{for(const d of document.querySelectorAll('details'))d.hidden=!d.dataset.find.includes(f.value.toLowerCase())}`

export function apiPage(): { html: string; style: string; script: string } {
  const { paths } = openApi() as { paths: Record<string, Record<string, Operation>> }
  const groups = new Map<string, string[]>()
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const [domain = ''] = operation.tags
      groups.set(domain, [...(groups.get(domain) ?? []), entry(method.toUpperCase(), path, operation)])
    }
  }
  const sections = [...groups].map(([domain, entries]) => `<h2>${domain}</h2>${entries.join('')}`)
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Endcap API</title><link rel="stylesheet" href="/api-docs/style.css">
<h1>Endcap API</h1><p>Sign in with <code>POST /api/auth/login</code>; send <code>Access-Token</code> and <code>Access-Email</code> with every other call.
A refused call answers <code>{ code, message, field?, error? }</code>. Times are epoch seconds. The same as a document: <a href="/openapi.json">openapi.json</a>.</p>
<input type="search" placeholder="Find a call" aria-label="Find a call">${sections.join('')}<script src="/api-docs/find.js"></script></html>`
  return { html, style, script }
}
