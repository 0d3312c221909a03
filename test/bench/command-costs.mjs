// What each command costs for a company of the sandbox with 12 orders a day and open breaks.
import { median } from './measured-process.mjs';
import { companyAt, day, floorOf, startServices } from './small-company.mjs';

/** The median of three calls of a command that changes nothing. */
const ofThree = (call) => median(3, call);

/** Measures the commands in a folder: `note` is given the title and the figures of each, the floor first. */
export async function measureCommands(folder, note) {
  const services = await startServices(folder, '--days', '3', '--orders-per-day', '12');
  try {
    const company = companyAt(services, folder);
    const { tieout, runDays } = company;
    const first = runDays(day(2), day(2));
    note('the floor', floorOf(company));
    note('the first day', first);
    note('a day of 12 orders, with open breaks behind it', runDays(day(1), day(1)));
    const again = ofThree(() => runDays(day(1), day(1)));
    note('the same day again, nothing new', again);
    const question = ofThree(() => tieout('sql', 'select 1'));
    note('`sql "select 1"`', question);
    for (const name of ['status', 'breaks'])
      note(
        `\`${name}\``,
        ofThree(() => tieout(name)),
      );
    const [item] = JSON.parse(tieout('--json', 'breaks').stdout);
    note(
      '`explain`',
      ofThree(() => tieout('explain', item.break_id)),
    );
    note('`doctor`', tieout('doctor'));
    const why = ['--reason', 'own_error', '--note', 'Measured', '--author', 'bench'];
    note('`decide`, one item', tieout('decide', 'explain', item.break_id, ...why));
    note('`rebuild` of these runs', tieout('rebuild'));
  } finally {
    services.stop();
  }
}
