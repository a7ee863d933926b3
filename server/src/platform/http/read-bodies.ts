/** How the bodies of requests are read that are no files: JSON and forms. */
import type { FastifyInstance } from 'fastify'
import { invalid } from '../base/errors.ts'
import { parseForm } from './form-body.ts'
import { toError } from '../base/thrown.ts'

/** An empty body counts as an empty object; one that cannot be read is answered with 400. */
export function readBodies(app: FastifyInstance): void {
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
