/** Fills the ports: what wings ask of those above them (platform/ports.ts). */
import { productWords } from './catalogue/aliases/aliases.service.ts'
import { authenticationInUse } from './catalogue/scripts/third-party.ts'
import { startTask } from './delivery/tasks/tasks.service.ts'
import { layoutNames, unknownLayouts } from './labels/layout-names/layout-names.service.ts'
import { promoteLabels } from './labels/promotions/promotions.service.ts'
import { checkLabels, drawLabel } from './labels/rendering/labels.service.ts'
import { importPaperFile } from './paper/papers/papers.service.ts'
import { readPapersByScript } from './paper/papers/read-by-script.ts'
import type { Ports } from './platform/base/ports.ts'
import { displaysLeavingOut } from './signage/display-api/player.service.ts'

export const ports: Ports = {
  authenticationInUse,
  productWords,
  redrawLabels: (tx, start) => startTask(tx, { ...start, taskType: 'UPDATE', kind: 'SHOW' }),
  layoutNames,
  unknownLayouts,
  drawLabel,
  checkLabels,
  promoteLabels,
  displaysLeavingOut,
  importPaperFile: (context, file) => importPaperFile(context, { ...file, taskDes: undefined }),
  readPapersByScript,
}
