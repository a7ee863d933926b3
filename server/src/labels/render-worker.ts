/** A render thread: turns label jobs into encoded bitmaps. One canvas for all of its life. */
import { createHash } from 'node:crypto'
import { parentPort } from 'node:worker_threads'
import { encodeBitmap, type Bitmap } from '@endcap/label/bitmap'
import { layoutDefinition, type LayoutDefinition } from '@endcap/label/layout'
import { modelOf } from '@endcap/label/models'
import { createRenderer, type Problem } from '@endcap/label/render'
import type { FailureReason } from '@endcap/contract/vocabulary'
import type { LabelProblem, RenderedImage, RenderJob, RenderResult } from './render-job.ts'

const renderer = createRenderer()
/** Parsed layouts by their key; dropped as a whole when there are many, which only costs parsing again. */
const layouts = new Map<string, LayoutDefinition>()
/** Problems told of one label, and characters of a sentence. */
const toldProblems = 20
const longestDetail = 300

function layoutOf({ layoutKey, definition }: RenderJob): LayoutDefinition {
  const known = layouts.get(layoutKey)
  if (known !== undefined) return known
  if (layouts.size > 500) layouts.clear()
  const parsed = layoutDefinition.parse(definition)
  layouts.set(layoutKey, parsed)
  return parsed
}

const reasonOf = ({ kind }: Problem): FailureReason =>
  kind === 'overflow' ? 'render-overflow' : kind === 'missing-glyph' ? 'render-missing-glyph' : 'render-error'

const failed = (reason: FailureReason, detail: string): RenderResult => ({
  failure: { reason, detail },
  problems: [{ reason, page: 0, detail }],
})

const encode = (pages: readonly Bitmap[]): RenderedImage[] =>
  pages.map((page, index) => {
    const content = encodeBitmap(page)
    return { page: index, content, hash: createHash('sha256').update(content).digest('hex') }
  })

function render(job: RenderJob): RenderResult {
  const model = job.panel ?? modelOf(job.tagType)
  if (model === undefined) return failed('unknown-model', `No model for tag type ${job.tagType}`)
  try {
    const { pages, problems: found } = renderer.render({
      layout: layoutOf(job),
      model,
      products: job.products,
      aliases: job.aliases,
      locale: job.locale,
      currency: job.currency,
    })
    const problems = found.slice(0, toldProblems).map((problem): LabelProblem => {
      return { reason: reasonOf(problem), page: problem.page, detail: problem.detail.slice(0, longestDetail) }
    })
    const [first] = problems
    if (first === undefined) return { images: job.purpose === 'check' ? [] : encode(pages), problems }
    const details = problems.slice(0, 3).map((one) => one.detail)
    const failure = { reason: first.reason, detail: details.join('; ').slice(0, longestDetail) }
    return { failure, problems, ...(job.purpose === 'draft' && { images: encode(pages) }) }
  } catch (error) {
    return failed('render-error', String(error instanceof Error ? error.message : error).slice(0, longestDetail))
  }
}

parentPort?.on('message', (jobs: RenderJob[]) => parentPort?.postMessage(jobs.map(render)))
