/** Before each test of a mutant: one failure is enough, the other tests of the file are left out. */
import { beforeEach, type RunnerTask } from 'vitest'

const hasFailed = (task: RunnerTask): boolean => task.result?.state === 'fail' || ('tasks' in task && task.tasks.some(hasFailed))

beforeEach(({ task, skip }) => skip(hasFailed(task.file)))
