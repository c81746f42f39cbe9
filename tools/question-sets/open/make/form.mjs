import { pdf } from './helpers.mjs';

{
  const d = pdf('form-1.pdf');
  d.t(45, 36, 'Tamar Bridge Rowing Club', { s: 16, f: 'b', c: '#0d3d66' });
  d.t(45, 56, 'Application for membership - season 2025/26', { s: 11 });
  d.t(400, 38, 'Office use   Member no.  4 1 7', { s: 8.5 });
  d.t(400, 52, 'Received 22/09/2025  RM', { s: 8.5 });
  const field = (x, y, label, value, lw, bw) => {
    d.t(x, y + 4, label, { s: 9 });
    d.box(x + lw, y, bw, 18);
    if (value) d.t(x + lw + 5, y + 4, value, { s: 10, c: '#1a3a8f' });
  };
  const bar = (y, text) => {
    d.box(45, y, 505, 16, { fill: '#d9e4ee', stroke: false });
    d.t(50, y + 3.5, text, { s: 9.5, f: 'b' });
  };
  bar(80, '1  Applicant');
  field(45, 104, 'Surname', 'Pascoe', 80, 165);
  field(305, 104, 'First names', 'Merryn Jane', 80, 165);
  field(45, 128, 'Date of birth', '17 / 03 / 2009', 80, 165);
  field(305, 128, 'Nationality', 'British', 80, 165);
  field(45, 152, 'Address', '8 Fore Street, Calstock, Cornwall', 80, 425);
  field(45, 176, 'Postcode', 'PL18 9RN', 80, 165);
  field(305, 176, 'Home phone', '', 80, 165);
  field(45, 200, 'Mobile', '07700 900418', 80, 165);
  field(305, 200, 'E-mail', 'merryn.p@tamarmail.example', 80, 165);
  bar(230, '2  Category (tick one)');
  ['Adult', 'Junior (under 18)', 'Student', 'Social'].forEach((text, i) => {
    d.tick(50 + i * 125, 254, i === 1);
    d.t(64 + i * 125, 254, text, { s: 9 });
  });
  d.t(45, 272, 'Annual fees: adult £310, junior £165, student £190, social £45. Joining fee £25 for everybody except social members.', { s: 8.5 });
  bar(292, '3  Parent or guardian (juniors only)');
  field(45, 316, 'Name', 'Jago Pascoe', 80, 165);
  field(305, 316, 'Relationship', 'father', 80, 165);
  field(45, 340, 'Telephone', '07700 900532', 80, 165);
  field(305, 340, 'E-mail', '', 80, 165);
  bar(370, '4  Emergency contact, if different');
  field(45, 394, 'Name', 'Loveday Trethewey', 80, 165);
  field(305, 394, 'Telephone', '01822 555 073', 80, 165);
  bar(424, '5  Health and experience');
  d.t(45, 447, 'Can you swim 50 metres in light clothing?', { s: 9 });
  d.tick(300, 446, true);
  d.t(314, 447, 'Yes', { s: 9 });
  d.tick(350, 446, false);
  d.t(364, 447, 'No', { s: 9 });
  d.t(45, 465, 'Do you have a medical condition we should know of?', { s: 9 });
  d.tick(300, 464, true);
  d.t(314, 465, 'Yes', { s: 9 });
  d.tick(350, 464, false);
  d.t(364, 465, 'No', { s: 9 });
  field(45, 482, 'If yes, which', 'asthma, carries inhaler', 80, 425);
  d.t(45, 512, 'Have you rowed before?', { s: 9 });
  d.tick(300, 511, false);
  d.t(314, 512, 'Yes', { s: 9 });
  d.tick(350, 511, true);
  d.t(364, 512, 'No', { s: 9 });
  bar(534, '6  Courses wanted');
  const y = d.table(45, 554, [[215], [110], [90, 'r'], [90, 'c']], [
    ['Course', 'Starts', 'Fee £', 'Wanted'],
    ['Learn to row, Saturdays', '11/10/2025', '60.00', 'yes'],
    ['Sculling for beginners', '14/01/2026', '75.00', ''],
    ['Capsize drill (pool)', '29/11/2025', '12.50', 'yes'],
  ], { s: 9, rule: 'grid', shade: '#eee' });
  d.t(45, y + 12, 'I agree to the rules of the club and to my data being kept for its purposes. Photographs may be used:', { s: 9 });
  d.tick(450, y + 11, false);
  d.t(464, y + 12, 'Yes', { s: 9 });
  d.tick(500, y + 11, true);
  d.t(514, y + 12, 'No', { s: 9 });
  d.t(45, y + 50, 'Signature  M. Pascoe', { s: 10, f: 'i' });
  d.t(220, y + 50, 'Guardian  J. Pascoe', { s: 10, f: 'i' });
  d.t(400, y + 50, 'Date  20 September 2025', { s: 10 });
  d.end(() => d.t(45, 805, 'Return to: The Membership Secretary (Rosemary Mudge), Boathouse, Quay Road, Calstock PL18 9QA, or joining@tamarrowing.example', { s: 7.5 }));
}
{
  const d = pdf('form-2.pdf');
  d.t(40, 34, 'Stadt Freudenberg · Amt für Kinder und Jugend', { s: 8 });
  d.t(40, 50, 'Anmeldung für einen Betreuungsplatz', { s: 15, f: 'b' });
  d.t(40, 70, 'Bitte in Druckschrift ausfüllen. Zutreffendes ankreuzen.', { s: 8, f: 'i' });
  const cell = (x, y, w, label, value) => {
    d.box(x, y, w, 30);
    d.t(x + 4, y + 3, label, { s: 6.5, c: '#555' });
    if (value) d.t(x + 4, y + 14, value, { s: 10, c: '#222266' });
  };
  d.t(40, 92, 'A. Kind', { s: 10, f: 'b' });
  cell(40, 106, 170, 'Name', 'Yildirim');
  cell(210, 106, 170, 'Vorname', 'Mina');
  cell(380, 106, 135, 'Geburtsdatum', '05.06.2023');
  cell(40, 136, 260, 'Straße, Hausnummer', 'Oranienstraße 19');
  cell(300, 136, 215, 'PLZ, Wohnort', '57258 Freudenberg');
  cell(40, 166, 170, 'Geschlecht', 'weiblich');
  cell(210, 166, 170, 'Familiensprache(n)', 'Deutsch, Türkisch');
  cell(380, 166, 135, 'Krankenkasse', '');
  d.t(40, 208, 'B. Sorgeberechtigte', { s: 10, f: 'b' });
  const y = d.table(40, 222, [[105], [185], [185]], [
    ['', 'Person 1', 'Person 2'],
    ['Name, Vorname', 'Yildirim, Selin', 'Kraus, Benedikt'],
    ['Geburtsdatum', '30.01.1992', '11.10.1990'],
    ['Anschrift (falls abweichend)', '', 'Bahnhofstr. 2, 57072 Siegen'],
    ['Telefon mobil', '0170 555 61 08', '0176 555 90 44'],
    ['E-Mail', 'selin.y@postfach.example', ''],
    ['Arbeitgeber', 'Klinikum Südwestfalen', 'Fachschule Siegen'],
    ['Wochenstunden', '30', '39'],
  ], { s: 9, rule: 'grid', shade: '#f0f0f0', vpad: 3 });
  d.t(40, y + 14, 'C. Gewünschte Betreuung', { s: 10, f: 'b' });
  d.t(40, y + 34, 'Aufnahme ab', { s: 9 });
  d.t(130, y + 34, '01.08.2026', { s: 10, c: '#222266' });
  d.t(40, y + 54, 'Umfang', { s: 9 });
  ['25 Std.', '35 Std.', '45 Std.'].forEach((v, i) => {
    d.tick(130 + i * 80, y + 53, i === 1);
    d.t(144 + i * 80, y + 54, v, { s: 9 });
  });
  d.t(40, y + 74, 'Mittagessen', { s: 9 });
  d.tick(130, y + 73, true);
  d.t(144, y + 74, 'ja', { s: 9 });
  d.tick(210, y + 73, false);
  d.t(224, y + 74, 'nein', { s: 9 });
  d.t(40, y + 94, 'Geschwisterkind in der Einrichtung', { s: 9 });
  d.tick(210, y + 93, false);
  d.t(224, y + 94, 'ja', { s: 9 });
  d.tick(290, y + 93, true);
  d.t(304, y + 94, 'nein', { s: 9 });
  const z = d.table(40, y + 114, [[60, 'c'], [260], [155]], [
    ['Priorität', 'Einrichtung', 'Ortsteil'],
    ['1', 'Kita Regenbogenland', 'Freudenberg'],
    ['2', 'Kita Waldwichtel', 'Büschergrund'],
    ['3', 'Familienzentrum St. Marien', ''],
  ], { s: 9, rule: 'grid', shade: '#f0f0f0', vpad: 3 });
  d.t(40, z + 12, 'Besonderheiten (Allergien, Förderbedarf): Erdnussallergie', { s: 9.5 });
  d.t(40, z + 32, 'Ich bin damit einverstanden, dass meine Daten an die Träger der genannten Einrichtungen weitergegeben werden. Ein Rechtsanspruch auf eine bestimmte Einrichtung entsteht durch die Anmeldung nicht. Anmeldeschluss für das Kindergartenjahr 2026/2027 ist der 31.01.2026.', { s: 8, w: 490 });
  d.t(40, z + 85, 'Freudenberg, 14.12.2025', { s: 10, c: '#222266' });
  d.t(300, z + 85, 'Selin Yildirim', { s: 11, f: 'i', c: '#222266' });
  d.line(40, z + 99, 200, z + 99);
  d.line(300, z + 99, 500, z + 99);
  d.t(40, z + 102, 'Ort, Datum', { s: 7 });
  d.t(300, z + 102, 'Unterschrift', { s: 7 });
  d.end(() => d.t(40, 812, 'Vordruck 51-014 (Stand 08/2025) · Auskunft: Frau Münker, Tel. 02734 555-143, kitaplatz@freudenberg-stadt.example · Seite 1', { s: 7 }));
}
