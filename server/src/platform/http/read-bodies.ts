/** How the bodies of requests are read that are no files: JSON and forms. */
import type { FastifyInstance } from 'fastify'
import { invalid } from '../base/errors.ts'
import { parseForm } from './form-body.ts'
import { tusContent } from './tus.ts'
import { toError } from '../base/thrown.ts'

/** An empty body counts as an empty object; one that cannot be read is answered with 400. */
export function readBodies(app: FastifyInstance): void {
  // Its handler reads it as it comes (tus.ts); other calls do not take it.
  app.addContentTypeParser(tusContent, (request, _, done) =>
    request.routeOptions.config.endpoint?.kind === 'tus'
      ? done(null)
      : done(invalid('The content type is not one this call takes. Send JSON.')),
  )
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) => {
    try {
      done(null, parseForm(String(body)))
    } catch (error) {
      done(toError(error))
    }
  })
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_, body, done) => {
    try {
      done(null, body === '' ? {} : JSON.parse(String(body)))
    } catch (error) {
      done(invalid(`The body is not JSON: ${error instanceof Error ? error.message : ''}`))
    }
  })
}
