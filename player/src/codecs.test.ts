import { expect, test } from 'vitest'
import { playableCodecs } from './codecs.ts'

test('a player says which films its browser plays, also perhaps, and leaves out those that it does not', () => {
  const asked: string[] = []
  const ofChromium = (type: string) => {
    asked.push(type)
    return type.includes('hvc1') ? '' : type.includes('av01') ? 'maybe' : 'probably'
  }
  expect(playableCodecs(ofChromium)).toEqual(['avc', 'vp8', 'vp9', 'av1'])
  // In the containers that the server takes them in.
  expect(asked.map((type) => type.split(';')[0])).toEqual(['video/mp4', 'video/mp4', 'video/webm', 'video/webm', 'video/webm'])
  expect(playableCodecs(() => '')).toEqual([])
})
