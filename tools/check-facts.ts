/**
 * A part of `npm run check`: what pages say about the repository holds in the code. Links, commands, paths,
 * settings, counts, lists and the sizes of pages are compared.
 */
import process from 'node:process'
import { findAllComplaints } from './facts/find-all-complaints.ts'
import { openRepository } from './facts/repository.ts'

const complaints = await findAllComplaints(openRepository('.'))
for (const complaint of complaints) console.error(complaint)
if (complaints.length > 0) process.exitCode = 1
