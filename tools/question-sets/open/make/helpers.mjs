// Small helpers that draw the invented documents of this folder.
import { createWriteStream, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import PDFDocument from 'pdfkit';
import { strToU8, zipSync } from 'fflate';

export const folder = join(dirname(fileURLToPath(import.meta.url)), '..', 'documents');
const when = new Date('2026-01-05T08:00:00Z');

/** A PDF without margins: everything is placed by hand. */
export function pdf(name, { size = 'A4', font = 'Helvetica' } = {}) {
  const doc = new PDFDocument({
    size,
    margins: { top: 0, left: 0, right: 0, bottom: 0 },
    info: { CreationDate: when, ModDate: when, Title: name },
    autoFirstPage: true,
    bufferPages: true,
  });
  doc.pipe(createWriteStream(join(folder, name)));
  const family =
    font === 'Times'
      ? { r: 'Times-Roman', b: 'Times-Bold', i: 'Times-Italic' }
      : font === 'Courier'
        ? { r: 'Courier', b: 'Courier-Bold', i: 'Courier-Oblique' }
        : { r: 'Helvetica', b: 'Helvetica-Bold', i: 'Helvetica-Oblique' };
  const api = {
    doc,
    /** Text at x, y. o: s size, f r|b|i, w width, a l|r|c, c colour, g line gap. */
    t(x, y, text, o = {}) {
      doc.font(family[o.f ?? 'r']).fontSize(o.s ?? 10).fillColor(o.c ?? '#111');
      const align = { l: 'left', r: 'right', c: 'center', j: 'justify' }[o.a ?? 'l'];
      const rows = String(text).split('\n');
      let at = y;
      for (const row of rows) {
        const set = { lineBreak: o.w !== undefined, align, lineGap: o.g ?? 1.5 };
        if (o.w !== undefined) set.width = o.w;
        doc.text(row, x, at, set);
        at += o.w === undefined ? (o.s ?? 10) * 1.32 : Math.max(doc.heightOfString(row || ' ', set), 1);
      }
      return at;
    },
    height(text, w, s, f = 'r', g = 1.5) {
      doc.font(family[f]).fontSize(s);
      return String(text)
        .split('\n')
        .reduce((sum, row) => sum + doc.heightOfString(row || ' ', { width: w, lineGap: g }), 0);
    },
    line(x1, y1, x2, y2, c = '#555', w = 0.6) {
      doc.moveTo(x1, y1).lineTo(x2, y2).lineWidth(w).strokeColor(c).stroke();
    },
    box(x, y, w, h, o = {}) {
      if (o.fill) doc.rect(x, y, w, h).fill(o.fill);
      if (o.stroke !== false) doc.rect(x, y, w, h).lineWidth(0.6).strokeColor(o.c ?? '#555').stroke();
    },
    /** A box to tick, with or without a cross. */
    tick(x, y, on) {
      doc.rect(x, y, 9, 9).lineWidth(0.7).strokeColor('#222').stroke();
      if (on) api.t(x + 1.6, y + 0.6, 'X', { s: 8, f: 'b' });
    },
    /** cols: [width, align][]; rows of texts; o: s, head, rule grid|rows|head|none, pad, bottom, page(). */
    table(x, y, cols, rows, o = {}) {
      const s = o.s ?? 9;
      const pad = o.pad ?? 3;
      const rule = o.rule ?? 'none';
      const total = cols.reduce((sum, c) => sum + c[0], 0);
      const draw = (row, at, isHead, bold) => {
        const f = isHead || bold ? 'b' : 'r';
        const h = Math.max(...row.map((v, i) => (v === '' ? 0 : api.height(v, cols[i][0] - 2 * pad, s, f, 0.5)))) + 2 * (o.vpad ?? 2);
        if (isHead && o.shade) doc.rect(x, at, total, h).fill(o.shade);
        let left = x;
        row.forEach((v, i) => {
          if (v !== '') api.t(left + pad, at + (o.vpad ?? 2), v, { s, f, w: cols[i][0] - 2 * pad, a: cols[i][1] ?? 'l', g: 0.5 });
          if (rule === 'grid') api.box(left, at, cols[i][0], h, { c: '#777' });
          left += cols[i][0];
        });
        if (rule === 'rows' || (rule === 'head' && isHead)) api.line(x, at + h, x + total, at + h, '#999', 0.5);
        return at + h;
      };
      const head = o.head ?? 1;
      let at = y;
      rows.forEach((row, i) => {
        if (o.bottom && at > o.bottom) {
          at = o.page();
          for (let k = 0; k < head; k++) at = draw(rows[k], at, true);
        }
        at = draw(row, at, i < head, o.bold?.includes(i));
      });
      return at;
    },
    /** Paragraphs one below another; '# ' starts a heading. Starts pages as needed. */
    prose(x, y, w, texts, o = {}) {
      const s = o.s ?? 10;
      let at = y;
      for (const one of texts) {
        const headed = one.startsWith('# ');
        const text = headed ? one.slice(2) : one;
        const f = headed ? 'b' : 'r';
        const h = api.height(text, w, headed ? s + 1 : s, f, o.g ?? 2);
        if (o.bottom && at + h + (headed ? 30 : 0) > o.bottom) at = o.page();
        if (headed) at += 5;
        api.t(x, at, text, { s: headed ? s + 1 : s, f, w, a: headed ? 'l' : (o.a ?? 'l'), g: o.g ?? 2 });
        at += h + (o.gap ?? 6);
      }
      return at;
    },
    end(eachPage) {
      const { start, count } = doc.bufferedPageRange();
      for (let i = start; i < start + count; i++) {
        doc.switchToPage(i);
        eachPage?.(i - start + 1, count);
      }
      doc.end();
    },
  };
  return api;
}

const esc = (v) => String(v).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const zip = (name, files) =>
  writeFileSync(
    join(folder, name),
    zipSync(Object.fromEntries(Object.entries(files).map(([k, v]) => [k, [strToU8(v), { mtime: when }]]))),
  );
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';

/** Sheets: { name: rows }; a cell is a text, a number, null, or { d: 'yyyy-mm-dd' } / { m: amount }. */
export function xlsx(name, sheets) {
  const names = Object.keys(sheets);
  const col = (i) => (i < 26 ? String.fromCharCode(65 + i) : `A${String.fromCharCode(39 + i)}`);
  const cell = (v, r, c) => {
    const at = `${col(c)}${r + 1}`;
    if (v === null || v === '') return '';
    if (typeof v === 'number') return `<c r="${at}"><v>${v}</v></c>`;
    if (v.d) return `<c r="${at}" s="1"><v>${Math.round(Date.parse(`${v.d}T00:00:00Z`) / 864e5) + 25569}</v></c>`;
    if (v.m !== undefined) return `<c r="${at}" s="2"><v>${v.m}</v></c>`;
    return `<c r="${at}" t="inlineStr"><is><t xml:space="preserve">${esc(v)}</t></is></c>`;
  };
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const rel = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const pack = 'http://schemas.openxmlformats.org/package/2006';
  const files = {
    '[Content_Types].xml': `${head}<Types xmlns="${pack}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/>${names.map((_, i) => `<Override PartName="/xl/worksheets/sheet${i + 1}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>`).join('')}</Types>`,
    '_rels/.rels': `${head}<Relationships xmlns="${pack}/relationships"><Relationship Id="rId1" Type="${rel}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${head}<workbook xmlns="${main}" xmlns:r="${rel}"><sheets>${names.map((n, i) => `<sheet name="${esc(n)}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${head}<Relationships xmlns="${pack}/relationships">${names.map((_, i) => `<Relationship Id="rId${i + 1}" Type="${rel}/worksheet" Target="worksheets/sheet${i + 1}.xml"/>`).join('')}<Relationship Id="rIdS" Type="${rel}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': `${head}<styleSheet xmlns="${main}"><numFmts count="2"><numFmt numFmtId="164" formatCode="dd\\.mm\\.yyyy"/><numFmt numFmtId="165" formatCode="#,##0.00"/></numFmts><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="1"><fill><patternFill patternType="none"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0" xfId="0"/><xf numFmtId="164" xfId="0" applyNumberFormat="1"/><xf numFmtId="165" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>`,
  };
  names.forEach((n, i) => {
    files[`xl/worksheets/sheet${i + 1}.xml`] =
      `${head}<worksheet xmlns="${main}"><sheetData>${sheets[n].map((row, r) => `<row r="${r + 1}">${row.map((v, c) => cell(v, r, c)).join('')}</row>`).join('')}</sheetData></worksheet>`;
  });
  zip(name, files);
}

/** Blocks: a text ('# ' title, '## ' heading, '- ' bullet) or { rows: string[][], widths }. */
export function docx(name, blocks, footer) {
  const w = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
  const rel = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const pack = 'http://schemas.openxmlformats.org/package/2006';
  const run = (text, b, sz) =>
    `<w:r><w:rPr>${b ? '<w:b/>' : ''}${sz ? `<w:sz w:val="${sz}"/>` : ''}</w:rPr>${text
      .split('\n')
      .map((one) => `<w:t xml:space="preserve">${esc(one)}</w:t>`)
      .join('<w:br/>')}</w:r>`;
  const para = (one) =>
    one.startsWith('# ')
      ? `<w:p>${run(one.slice(2), true, 36)}</w:p>`
      : one.startsWith('## ')
        ? `<w:p>${run(one.slice(3), true, 26)}</w:p>`
        : one.startsWith('- ')
          ? `<w:p><w:pPr><w:ind w:left="360"/></w:pPr>${run(`•\u00a0${one.slice(2)}`)}</w:p>`
          : `<w:p>${run(one)}</w:p>`;
  const table = ({ rows, head = true, plain }) =>
    `<w:tbl><w:tblPr><w:tblW w:w="0" w:type="auto"/>${plain ? '' : `<w:tblBorders>${['top', 'left', 'bottom', 'right', 'insideH', 'insideV'].map((s) => `<w:${s} w:val="single" w:sz="4"/>`).join('')}</w:tblBorders>`}</w:tblPr><w:tblGrid>${rows[0].map(() => '<w:gridCol w:w="2400"/>').join('')}</w:tblGrid>${rows
      .map((row, i) => `<w:tr>${row.map((v) => `<w:tc><w:tcPr><w:tcW w:w="2400" w:type="dxa"/></w:tcPr><w:p>${run(v, head && i === 0)}</w:p></w:tc>`).join('')}</w:tr>`)
      .join('')}</w:tbl><w:p/>`;
  const files = {
    '[Content_Types].xml': `${head}<Types xmlns="${pack}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/><Override PartName="/word/footer1.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.footer+xml"/></Types>`,
    '_rels/.rels': `${head}<Relationships xmlns="${pack}/relationships"><Relationship Id="rId1" Type="${rel}/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/_rels/document.xml.rels': `${head}<Relationships xmlns="${pack}/relationships"><Relationship Id="rId9" Type="${rel}/footer" Target="footer1.xml"/></Relationships>`,
    'word/footer1.xml': `${head}<w:ftr xmlns:w="${w}"><w:p>${run(footer ?? '', false, 16)}</w:p></w:ftr>`,
    'word/document.xml': `${head}<w:document xmlns:w="${w}" xmlns:r="${rel}"><w:body>${blocks.map((b) => (typeof b === 'string' ? para(b) : table(b))).join('')}<w:sectPr><w:footerReference w:type="default" r:id="rId9"/><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1134" w:right="1134" w:bottom="1134" w:left="1134"/></w:sectPr></w:body></w:document>`,
  };
  zip(name, files);
}
