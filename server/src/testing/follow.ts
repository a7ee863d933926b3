/** Follows a program that a test has started: what it says, and that it does not end unless it is told to. */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

export interface Follower {
  onOutput(text: string): void
  /** It ended by itself: with this code, or by this signal. */
  ended(how: number | string): void
}

export function follow(child: ChildProcess, follower?: Follower) {
  let notified = false
  child.stderr?.setEncoding('utf8').on('data', (text: string) => follower?.onOutput(text))
  child.on('exit', (code, signal) => {
    if (!notified) follower?.ended(code ?? signal ?? 'unknown')
  })
  return {
    /** Ends it, and with it those whose ids are given. */
    async end(signal: 'SIGKILL' | 'SIGTERM' | 'SIGQUIT', others: readonly number[] = []): Promise<void> {
      notified = true
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill(signal)
      for (const pid of others) {
        try {
          process.kill(pid, signal)
        } catch {
          // Gone by itself.
        }
      }
      await once(child, 'exit')
    },
  }
}
