import { software as endpoints } from '@endcap/contract/software'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { bind } from '../../platform/http/bind.ts'
import { done } from '../../platform/http/done.ts'
import { controlRollout, readRollout, startRollout } from './rollouts.ts'
import { searchCandidates, searchRollouts, searchUpgraded } from './software.queries.ts'
import {
  cancelUpload,
  finishUpload,
  listFiles,
  readImage,
  readVersions,
  removeFile,
  takeFile,
  takeFilePart,
  uploadState,
} from './software.service.ts'

export function softwareRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context
  bind(app, endpoints, {
    files: async () => ({ fileList: await listFiles(db) }),
    upload: async ({ session, file }) => ({ file: await takeFile(context, session, file), ...done }),
    uploadState: async ({ session, params }) => ({ received: await uploadState(context, session, params.uploadKey) }),
    uploadPart: async ({ session, params, body, file }) => ({
      received: await takeFilePart(context, session, { key: params.uploadKey, ...body, file }),
    }),
    finishUpload: async ({ session, params, body }) => ({
      file: await finishUpload(context, session, params.uploadKey, body.fileName),
      ...done,
    }),
    cancelUpload: async ({ session, params }) => {
      await cancelUpload(context, session, params.uploadKey)
      return done
    },
    remove: async ({ session, params }) => {
      await removeFile(context, session, params.fileId)
      return done
    },
    versions: async ({ session }) => ({ versionList: await readVersions(db, session.stores) }),
    candidates: ({ session, body }) => searchCandidates(db, session.stores, body),
    start: ({ session, body }) => startRollout(context, session, body),
    search: ({ session, body }) => searchRollouts(db, session.stores, body),
    detail: ({ session, params }) => readRollout(context, session, params.rolloutId),
    gateways: async ({ session, params, body }) => {
      await readRollout(context, session, params.rolloutId)
      return searchUpgraded(db, session.stores, params.rolloutId, body)
    },
    control: ({ session, params, body }) => controlRollout(context, session, params.rolloutId, body.action),
    image: ({ params }) => readImage(context, params.hash),
  })
}
