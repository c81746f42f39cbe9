// Writes the PDF, XLSX and DOCX documents of this folder:
//   node_modules/.bin/node tools/question-sets/open/make-documents.mjs [name ...]
// The TXT, HTML, CSV and EML documents are kept as they were written.
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const make = join(dirname(fileURLToPath(import.meta.url)), 'make');
const wanted = process.argv.slice(2);
for (const file of readdirSync(make).sort()) {
  if (file === 'helpers.mjs' || (wanted.length > 0 && !wanted.some((one) => file.startsWith(one)))) continue;
  await import(join(make, file));
}
