/** The tables of the v1 line: contents, shows, sets, timelines (0035), and playlists (0076). */
import type { FilmCodec } from '@endcap/contract/films'
import type { MediaKind } from '@endcap/contract/media'
import type { Rule } from '@endcap/signage/schedule'
import type { factsOf, SetEntry, Show, TimelineRow } from '@endcap/signage/shows'
import type { Generated } from 'kysely'
import type { Big, GeneratedBig, Json, NullableJson, Time } from './columns.ts'

interface Saved {
  updated_by: string
  updated_at: Time
}
export interface SignageV1Tables {
  plus_groups: { group_id: GeneratedBig; name: string; parent_id: Big | null; place: number }
  plus_contents: Saved & {
    content_id: GeneratedBig
    name: string
    group_id: Big | null
    kind: MediaKind
    blob: string
    type: string
    bytes: Big
    chunks: Generated<string[]>
    width: number | null
    height: number | null
    duration: number
    codec: FilmCodec | null
    thumb: string | null
  }
  brand_fonts: Saved & {
    font_id: GeneratedBig
    name: string
    blob: string
    bytes: Big
    outlines: string
    characters: number
    sample: string
  }
  plus_shows: Saved & { show_id: GeneratedBig; name: string; show: Json<Show>; facts: Json<ReturnType<typeof factsOf>> }
  plus_show_contents: { show_id: Big; content_id: Big }
  plus_sets: Saved & { set_id: GeneratedBig; name: string; list: Json<SetEntry[]>; duration: number }
  plus_set_shows: { set_id: Big; show_id: Big }
  plus_timelines: Saved & { timeline_id: GeneratedBig; name: string; schedule: Json<TimelineRow[]> }
  plus_timeline_sets: { timeline_id: Big; set_id: Big }
  /** `day`: yyyy-mm-dd, of the store; `area`: -1 of slides, which have none. */
  plus_play_days: { store_code: string; day: string; mac: string; content: string; area: Generated<number>; plays: number; seconds: number }
  plus_playlists: Saved & {
    playlist_id: GeneratedBig
    name: string
    items: Json<SetEntry[]>
    hours: Json<Pick<Rule, 'days' | 'time'>[]>
    period: NullableJson<{ start: string; end: string }>
    rank: Big
  }
  plus_playlist_devices: { playlist_id: Big; mac: string; line_before: 'v0' | 'v1' }
  plus_playlist_shows: { show_id: Big; playlist_id: Big; screen: string; made_at: Time }
  plus_playlist_sets: { set_id: Big; playlist_id: Big; screen: string; made_at: Time }
  plus_playlist_timelines: { timeline_id: Big; screen: string; playlists: string; made_at: Time }
  plus_timeline_devices: { mac: string; timeline_id: Big; screen: number; place: number }
}
