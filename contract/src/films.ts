/** How the pictures of films are coded, and which displays have said that they cannot play that. */
import * as z from 'zod'

export const filmCodecs = ['avc', 'hevc', 'vp8', 'vp9', 'av1'] as const
export type FilmCodec = (typeof filmCodecs)[number]
/** Null of what is no film, and of films that were taken in before it was noted. */
export const filmCodec = z.enum(filmCodecs)

/** Of displays: how many can play a film, as it is or in another version, by its codec, how many cannot, and how many have not said it. Of films alone. */
export const playCount = z.object({ can: z.int(), cannot: z.int(), unknown: z.int() })
export interface PlayCount extends z.infer<typeof playCount> {}

/** Why a film has no other version; `no-ffmpeg`: no server has the program. */
export const versionReasons = ['unread', 'ended', 'full', 'interrupted', 'no-ffmpeg'] as const
/** Of a film that some display cannot play: the H.264 version that the server makes for those displays. Of other films there is none. */
export const filmVersion = z.object({
  state: z.enum(['waiting', 'making', 'made', 'failed']),
  /** While it is made. */
  percent: z.int().min(0).max(100),
  reason: z.enum(versionReasons).nullable(),
})
export interface FilmVersion extends z.infer<typeof filmVersion> {}

/** What is said when a file was taken. `warning`: `hevc` of a film that only displays with a decoder of their own play. Of films also the rest. */
export const filmTaken = {
  warning: z.enum(['hevc']).nullable(),
  codec: filmCodec.optional(),
  playedOn: playCount.optional(),
  version: filmVersion.optional(),
}
const said = z.object(filmTaken)
export interface FilmTaken extends z.infer<typeof said> {}

/** A film that a display is given, and cannot play: its codec is none that it has, or it has far more pixels than the screen. */
export const unplayableFilm = z.object({
  mac: z.string(),
  /** Of the display. */
  name: z.string(),
  /** On its slides, or in the shows of its timeline. */
  kind: z.enum(['video', 'content']),
  /** Of the file or the content. */
  id: z.string(),
  file: z.string(),
  /** The first slide that it is on, from 0. */
  slide: z.int().nullable(),
  reason: z.enum(['codec', 'pixels']),
  codec: filmCodec.nullable(),
  width: z.int().nullable(),
  height: z.int().nullable(),
})
export interface UnplayableFilm extends z.infer<typeof unplayableFilm> {}
/** What the answer of a save names at most. */
export const maxWarnings = 100
export const warnings = z.array(unplayableFilm).max(maxWarnings)
