/** The printers in the fleet's own API: what they printed, and troubles to put upon them. */
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import type { Printers } from './printers.ts'
import type { VirtualPrinter } from './printer.ts'

const trouble = z.strictObject({ offline: z.boolean(), empty: z.boolean(), refusing: z.boolean(), broken: z.boolean() }).partial()

export function printerRoutes(app: FastifyInstance, printers: Printers): void {
  const describe = ({ name, trouble: troubles, jobs }: VirtualPrinter) => ({
    name,
    address: printers.address,
    ...troubles,
    jobs: jobs().map(({ id, name: jobName, state, message, pages, printedPages, file }) => ({
      id,
      name: jobName,
      state,
      message,
      pages,
      printedPages,
      file,
    })),
  })
  app.get('/printers', async () => printers.list().map(describe))
  app.post<{ Params: { name: string } }>('/printers/:name', async ({ params, body }, reply) => {
    const printer = printers.get(params.name)
    const checked = trouble.safeParse(body)
    if (printer === undefined) return reply.code(404).send({ message: 'There is no such printer.' })
    if (!checked.success)
      return reply.code(400).send({ message: checked.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ') })
    Object.assign(printer.trouble, checked.data)
    return describe(printer)
  })
  app.get<{ Params: { name: string; id: string } }>('/printers/:name/jobs/:id', async ({ params }, reply) => {
    const job = printers
      .get(params.name)
      ?.jobs()
      .find((one) => String(one.id) === params.id)
    if (job === undefined || job.file === '') return reply.code(404).send({ message: 'Nothing was printed.' })
    return reply.type('application/pdf').send(createReadStream(join(printers.folder, params.name, job.file)))
  })
}
