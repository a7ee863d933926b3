/** Pictures of the screen now and then, as the display is set: answers what takes another rhythm, in seconds; 0 for none. */
export function createPictures(send: () => Promise<void>): (seconds: number) => void {
  let set = 0
  let timer: ReturnType<typeof setInterval> | undefined
  return (seconds) => {
    if (seconds === set) return
    set = seconds
    clearInterval(timer)
    // One that cannot be sent is not missed: the next one is newer.
    if (seconds > 0) timer = setInterval(() => void send().catch(() => undefined), seconds * 1000)
  }
}
