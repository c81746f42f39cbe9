import { takeDataLock } from '../data-lock.ts'

await takeDataLock(process.argv[2]!)
process.stdout.write('held\n')
process.stdin.resume()
