import { familyBehaviour } from '../behaviour.ts'
import { createOpenEPaperLinkRig } from './rig.ts'

familyBehaviour('OpenEPaperLink', createOpenEPaperLinkRig)
