import { serveCompute } from '../../../platform/compute/serve-compute.ts'
import { textProgram } from './text-program.ts'

serveCompute(textProgram)
