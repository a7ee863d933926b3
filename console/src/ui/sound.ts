/** Three tones without files: success rises, failure falls. Muted by the person's choice. */
const storageKey = 'endcap.sound'

export const soundIsOn = (): boolean => localStorage.getItem(storageKey) !== 'off'
export const setSound = (on: boolean): void => localStorage.setItem(storageKey, on ? 'on' : 'off')

function tone(context: AudioContext, hertz: number, from: number, seconds: number) {
  const [oscillator, gain] = [context.createOscillator(), context.createGain()]
  const start = context.currentTime + from
  oscillator.frequency.value = hertz
  gain.gain.setValueAtTime(0.15, start)
  gain.gain.exponentialRampToValueAtTime(0.001, start + seconds)
  oscillator.connect(gain).connect(context.destination)
  oscillator.start(start)
  oscillator.stop(start + seconds)
}

export function playSound(kind: 'success' | 'failure'): void {
  if (!soundIsOn() || typeof AudioContext === 'undefined') return
  const context = new AudioContext()
  if (kind === 'success') {
    tone(context, 660, 0, 0.06)
    tone(context, 880, 0.06, 0.06)
  } else tone(context, 180, 0, 0.22)
  setTimeout(() => void context.close(), 500)
}
