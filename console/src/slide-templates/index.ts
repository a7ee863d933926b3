export { readReplacement, templateFileMaxBytes, writeTemplates } from './template-file.ts'
