import { madeKinds, playlists as endpoints } from '@endcap/contract/playlists'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { notFound } from '../../platform/base/errors.ts'
import type { Context } from '../../platform/context.ts'
import { bind } from '../../platform/http/bind.ts'
import { done } from '../../platform/http/done.ts'
import { offeredDisplays } from './members.queries.ts'
import { playlistsOfPart, searchPlaylists } from './playlists.queries.ts'
import { readPlaylist, removePlaylists, savePlaylist } from './playlists.service.ts'

const kind = z.enum(madeKinds)
export function playlistRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context
  bind(app, endpoints, {
    search: ({ session, body }) => searchPlaylists(db, session.stores, body),
    displays: ({ session }) => offeredDisplays(db, session.stores),
    read: ({ session, params }) => readPlaylist(db, session, params.playlistId),
    ofPart: async ({ params }) => {
      const part = kind.parse(params.madeKind)
      const playlistList = await playlistsOfPart(db, part, params.madeId)
      if (playlistList === undefined) throw notFound(`There is no such ${part}.`)
      return { playlistList }
    },
    save: async ({ session, body }) => ({ ...done, ...(await savePlaylist(context, session, body)) }),
    remove: async ({ session, body }) => ({ ...done, deleted: await removePlaylists(context, session, body.ids) }),
  })
}
