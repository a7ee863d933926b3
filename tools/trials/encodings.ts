/**
 * Reads generated files of everyday names in the encodings usual for them, as a store of their language would, and counts those that come
 * out as another text (none may) and those that are refused. `node tools/trials/encodings.ts [files] [seed]`; ends with 1 when it is not so.
 */
import { measure } from '../../server/src/platform/text-files/corpus.ts'

const [files = 100_000, seed = 20_261_122] = process.argv.slice(2).map(Number)
const tallies = measure({ files, seed })
let [wrong, refused] = [0, 0]
for (const [kind, tally] of tallies) {
  wrong += tally.wrong.length
  refused += tally.refused.length
  console.log([kind.padEnd(48), tally.files, tally.wrong.length, tally.refused.length].join('\t'))
}
console.log(`${files} files, seed ${seed}: ${wrong} read as another text, ${refused} refused (${((100 * refused) / files).toFixed(2)} %)`)
process.exitCode = wrong === 0 && refused < files / 100 ? 0 : 1
