import { acquireDataLock } from '../data-lock.ts'

await acquireDataLock(process.argv[2]!)
process.stdout.write('held\n')
process.stdin.resume()
