/** A render thread: turns label jobs into encoded bitmaps. One canvas for all of its life. */
import { createHash } from 'node:crypto'
import { parentPort } from 'node:worker_threads'
import { encodeBitmap } from '@endcap/label/bitmap'
import { layoutDefinition, type LayoutDefinition } from '@endcap/label/layout'
import { modelOf } from '@endcap/label/models'
import { createRenderer } from '@endcap/label/render'
import type { RenderJob, RenderResult } from './render-job.ts'

const renderer = createRenderer()
/** Parsed layouts by their key; dropped as a whole when there are many, which only costs parsing again. */
const layouts = new Map<string, LayoutDefinition>()

function layoutOf({ layoutKey, definition }: RenderJob): LayoutDefinition {
  const known = layouts.get(layoutKey)
  if (known !== undefined) return known
  if (layouts.size > 500) layouts.clear()
  const parsed = layoutDefinition.parse(definition)
  layouts.set(layoutKey, parsed)
  return parsed
}

function render(job: RenderJob): RenderResult {
  const model = modelOf(job.tagType)
  if (model === undefined) return { failure: { reason: 'unknown-model', detail: `No model for tag type ${job.tagType}` } }
  try {
    const { pages, problems } = renderer.render({
      layout: layoutOf(job),
      model,
      products: job.products,
      aliases: job.aliases,
      locale: job.locale,
      currency: job.currency,
    })
    const [problem] = problems
    if (problem !== undefined) {
      const reason =
        problem.kind === 'overflow' ? 'render-overflow' : problem.kind === 'missing-glyph' ? 'render-missing-glyph' : 'render-error'
      return {
        failure: {
          reason,
          detail: problems
            .slice(0, 3)
            .map((one) => one.detail)
            .join('; ')
            .slice(0, 300),
        },
      }
    }
    const images = pages.map((page, index) => {
      const content = encodeBitmap(page)
      return { page: index, content, hash: createHash('sha256').update(content).digest('hex') }
    })
    return { images }
  } catch (error) {
    return { failure: { reason: 'render-error', detail: String(error instanceof Error ? error.message : error).slice(0, 300) } }
  }
}

parentPort?.on('message', ({ id, jobs }: { id: number; jobs: RenderJob[] }) => {
  parentPort?.postMessage({ id, results: jobs.map(render) })
})
