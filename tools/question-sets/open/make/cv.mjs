import { docx, pdf } from './helpers.mjs';

const d = pdf('cv-1.pdf');
d.doc.rect(0, 0, 185, 842).fill('#24414d');
const side = (y, title, lines) => {
  d.t(22, y, title, { s: 10, f: 'b', c: '#bfe0d5' });
  return d.t(22, y + 16, lines, { s: 8.5, c: '#fff', w: 148 }) + 16;
};
let y = side(150, 'CONTACT', '14 Beckside Row\nLeeds LS6 2QT\n0113 496 0277\npriya@nhdrainage.example');
y = side(y, 'REGISTRATION', 'Chartered Engineer (CEng MICE)\nsince October 2020, no. 61440927');
y = side(y, 'LANGUAGES', 'English (native)\nTamil (fluent)\nGerman (B1)');
y = side(y, 'SOFTWARE', 'InfoDrainage, MicroDrainage,\nCivil 3D, QGIS, Python');
side(y, 'OTHER', 'Full clean driving licence\nSTEM ambassador\nFell running');
d.t(205, 48, 'PRIYA NATARAJAN-HOLT', { s: 20, f: 'b', c: '#24414d' });
d.t(205, 74, 'Senior drainage engineer', { s: 12, c: '#444' });
d.t(205, 100, 'Ten years in flood risk and sustainable drainage, from catchment modelling to site supervision. Looking for a principal engineer post in Yorkshire; notice period three months.', { s: 9, w: 360 });
const part = (at, title) => {
  d.t(205, at, title, { s: 11, f: 'b', c: '#24414d' });
  d.line(205, at + 15, 565, at + 15, '#24414d');
  return at + 22;
};
const job = (at, role, time, where, text) => {
  d.t(205, at, role, { s: 9.5, f: 'b' });
  d.t(445, at, time, { s: 8.5, w: 120, a: 'r' });
  d.t(205, at + 13, where, { s: 9, f: 'i' });
  return d.t(205, at + 26, text, { s: 8.5, w: 360 }) + 9;
};
y = part(150, 'Experience');
y = job(y, 'Senior Drainage Engineer', 'Mar 2021 – present', 'Aldgate Rowe Partners, Leeds', 'Lead designer of the Otley flood alleviation scheme (GBP 4.2 million). Line manager of three engineers. Introduced a checking procedure that cut redesign by a third.');
y = job(y, 'Project Engineer', 'Sep 2017 – Feb 2021', 'Kirkby Water Ltd, Bradford', 'Hydraulic models for eleven sewer catchments; secondment of six months to the Environment Agency in 2019.');
y = job(y, 'Graduate Engineer', 'Aug 2015 – Aug 2017', 'Tolland & Shaw, Sheffield', 'Site supervision on two housing developments, setting out and drainage surveys.');
y = part(y + 4, 'Education');
y = job(y, 'MEng Civil Engineering, First Class', '2011 – 2015', 'University of Sheffield', 'Dissertation: Leaf litter and gully capacity. Prize for the best design project, 2014.');
y = job(y, 'A levels: Mathematics A*, Physics A, Geography A', '2009 – 2011', 'Notre Dame Sixth Form College, Leeds', '');
y = part(y + 4, 'Publications and talks');
y = d.t(205, y, 'Natarajan-Holt, P. (2023), "Gullies that nobody cleans", Drainage Review 18(2), 44-51.\nTalk at the Northern Flood Forum, York, 9 November 2022.', { s: 8.5, w: 360 });
y = part(y + 12, 'Referee');
d.t(205, y, 'Dr Graham Tennant, Technical Director, Aldgate Rowe Partners, g.tennant@aldgaterowe.example', { s: 8.5, w: 360 });
d.end();

docx('cv-2.docx', [
  '# Lebenslauf',
  { head: false, plain: true, rows: [
    ['Name', 'Malte Fricke'],
    ['Anschrift', 'Norderhofenden 31, 24937 Flensburg'],
    ['Telefon', '0461 555 01 73 (privat), 0151 555 20 884'],
    ['E-Mail', 'malte.fricke@kochpost.example'],
    ['Geburtsdatum und -ort', '12.11.1990, Husum'],
    ['Familienstand', 'verheiratet, zwei Kinder'],
    ['Führerschein', 'Klasse B und C1'],
  ] },
  '## Berufserfahrung',
  { head: false, plain: true, rows: [
    ['04/2022 – heute', 'Küchenchef, Hotel Fördeblick, Glücksburg\nLeitung eines Teams von neun Personen, Wareneinsatz von 34 % auf 29 % gesenkt'],
    ['08/2017 – 03/2022', 'Sous-Chef, Restaurant Kajüte 7, Kiel\nVerantwortlich für Fisch und für die Ausbildung'],
    ['06/2013 – 07/2017', 'Commis, später Chef de Partie, Strandhotel Sielhof, St. Peter-Ording'],
    ['09/2012 – 05/2013', 'Freiwilliges Soziales Jahr, Tafel Husum'],
  ] },
  '## Ausbildung',
  { rows: [
    ['Zeitraum', 'Abschluss', 'Einrichtung', 'Note'],
    ['2019 – 2020', 'Küchenmeister (IHK)', 'IHK-Akademie Lübeck', '1,8'],
    ['2009 – 2012', 'Koch', 'Gasthof Nissen, Bredstedt', '2,1'],
    ['2003 – 2009', 'Realschulabschluss', 'Theodor-Mommsen-Schule Husum', ''],
  ] },
  '## Kenntnisse',
  '- Sprachen: Deutsch (Muttersprache), Dänisch (B2), Englisch (B1)',
  '- Warenwirtschaft: KüchenPlan 5, Excel',
  '- HACCP-Beauftragter, Schulung zuletzt am 14.02.2025',
  'Gehaltsvorstellung: 52.000 EUR brutto im Jahr. Frühester Eintritt: 01.10.2025.',
  'Flensburg, den 30. Juni 2025',
], 'Malte Fricke – Lebenslauf – Seite 1');
