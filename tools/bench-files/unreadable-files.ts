import { gzipSync } from 'node:zlib'
import {
  pack,
  packDocx,
  packOdf,
  packPptx,
  packXlsx,
  paragraph,
} from '@recto/document-reader/testing/pack-office'
import { writeMsg, writeOle } from '@recto/document-reader/testing/write-msg'
import sharp from 'sharp'
import type { FoundFile } from './judge-reading.ts'

const noise = (length: number) => Uint8Array.from({ length }, (_, i) => (i * i * 31 + 17) % 251)

/** Files without a text, damaged, locked, or of a kind that nobody reads: each must be refused by name or warned of. */
export async function unreadableFiles(): Promise<readonly FoundFile[]> {
  const document = packDocx(paragraph('Total 42.00'))
  const png = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#8a3' } })
    .png()
    .toBuffer()
  const ada = { name: 'Ada', address: 'ada@example.org' }
  const stream = (name: string) => writeOle({ [name]: noise(5000) })
  const files: Record<string, Uint8Array> = {
    'nothing.docx': new Uint8Array(),
    'no text.docx': packDocx(''),
    'no cells.xlsx': packXlsx([{ name: 'Sheet', xml: '<sheetData/>' }]),
    'no shapes.pptx': packPptx(['']),
    'no text.odt': packOdf('text', ''),
    'no table.ods': packOdf('spreadsheet', ''),
    'no slide.odp': packOdf('presentation', ''),
    'only blanks.txt': Buffer.from(' \n \n'),
    'only a mark.txt': Buffer.from('\uFEFF'),
    'no text.html': Buffer.from('<html><body><script>let a = 1</script></body></html>'),
    'no text.xml': Buffer.from('<?xml version="1.0"?><a/>'),
    'no text.json': Buffer.from('{}'),
    'no rows.csv': Buffer.from(';;\n;;\n'),
    'no body.eml': Buffer.from('From: ada@example.org\r\nTo: bob@example.org\r\nSubject:\r\n\r\n'),
    'no body.msg': writeMsg({ from: ada, to: ada, subject: '', body: '' }),
    'no text.png': png,
    'cut off.docx': document.subarray(0, document.length / 2),
    'cut off.png': png.subarray(0, png.length / 2),
    'cut off.jpg': (await sharp(png).jpeg().toBuffer()).subarray(0, 200),
    'not a document.docx': noise(3000),
    'called pdf.pdf': document,
    'locked.docx': stream('EncryptedPackage'),
    'old.doc': stream('WordDocument'),
    'old.xls': stream('Workbook'),
    'old.ppt': stream('PowerPoint Document'),
    'drawing.vsd': stream('VisioDocument'),
    'project.mpp': stream('   114'),
    'rich.rtf': Buffer.from('{\\rtf1\\ansi Total 42.00\\par}'),
    'book.epub': pack({ mimetype: 'application/epub+zip', 'a.xhtml': '<p>Total</p>' }),
    'drawing.odg': pack({ mimetype: 'application/vnd.oasis.opendocument.graphics' }),
    'drawing.vsdx': openPackage('application/vnd.ms-visio.drawing.main+xml', 'visio/document.xml'),
    'mail.oft': writeMsg({ from: ada, to: ada, subject: 'Template', body: 'Total 42.00' }),
    'files.zip': pack({ 'a.txt': 'Total 42.00' }),
    'pages.pages': pack({ 'Index/Document.iwa': noise(300), 'Metadata/Properties.plist': 'x' }),
    'numbers.numbers': pack({ 'Index/Tables/A.iwa': noise(300), 'Index/Document.iwa': noise(9) }),
    'program.jar': pack({ 'META-INF/MANIFEST.MF': 'Manifest-Version: 1.0' }),
    'files.tar.gz': gzipSync(noise(2000)),
    'files.7z': Buffer.from("7z\xbc\xaf'\x1c\0\x04", 'latin1'),
    'files.rar': Buffer.from('Rar!\x1a\x07\x01\0', 'latin1'),
    'photo.heic': Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'),
    'photo.avif': Buffer.from(await sharp(png).avif().toBuffer()),
    'photo.jp2': Buffer.from('\0\0\0\x0cjP  \r\n\x87\n\0\0\0\x14ftypjp2 ', 'latin1'),
    'photo.psd': Buffer.from('8BPS\0\x01\0\0\0\0\0\0', 'latin1'),
    'icon.ico': Buffer.from([0, 0, 1, 0, 1, 0, 16, 16, 0, 0, 1, 0, 32, 0, 0, 4]),
    'print.ps': Buffer.from('%!PS-Adobe-3.0\nshowpage\n'),
    'picture.wmf': Buffer.from([0xd7, 0xcd, 0xc6, 0x9a, 0, 0, 0, 0]),
    'sound.mp3': Buffer.from('ID3\x03\0\0\0\0\0\0', 'latin1'),
    'film.mp4': Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'latin1'),
    'folder.pst': Buffer.from('!BDN\0\0\0\0', 'latin1'),
    'mail.tnef': Buffer.from([0x78, 0x9f, 0x3e, 0x22, 1, 0, 1, 0x90]),
    'data.sqlite': Buffer.from('SQLite format 3\0\x10\0', 'latin1'),
    'program.exe': Buffer.from('MZ\x90\0\x03\0\0\0\x04\0', 'latin1'),
    'data.parquet': Buffer.from('PAR1\x15\0\x15\0PAR1', 'latin1'),
  }
  return Object.entries(files).map(([name, bytes]) => ({ name, bytes }))
}

function openPackage(contentType: string, part: string): Uint8Array {
  return pack({
    '[Content_Types].xml': `<?xml version="1.0"?><Types><Override PartName="/${part}" ContentType="${contentType}"/></Types>`,
    [part]: '<?xml version="1.0"?><a/>',
  })
}
