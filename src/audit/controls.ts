import type { Rule } from './rule.ts';

/** A control of a standard, and the rules that serve it. */
interface Control {
  /** `SOC2:CC6.1` */
  readonly control: string;
  readonly title: string;
  readonly rules: readonly Rule['id'][];
}

/** A control in a report: `pass` counts rules, the others findings. Rules that were not applied count as not evaluated. */
export interface ReportedControl extends Control {
  readonly counts: Readonly<Record<'pass' | 'fail' | 'accepted' | 'notEvaluated', number>>;
}

/** The controls about access. A rule shows that something is against one, never that all of it is kept. */
export const controls: readonly Control[] = [
  {
    control: 'SOC2:CC6.1',
    title: 'Access is protected: sign-on, credentials, and what is open to whom',
    rules: [
      ...(['DA203', 'DA204', 'DA304', 'DA305', 'DA401', 'DA402', 'DA406'] as const),
      ...(['DA501', 'DA502', 'DA503', 'DA506', 'DA507', 'DA601', 'DA602', 'DA603', 'DA704'] as const),
    ],
  },
  {
    control: 'SOC2:CC6.2',
    title: 'People get access when they come, and lose it when they go',
    rules: ['DA205', 'DA206', 'DA207', 'DA208', 'DA504', 'DA505'],
  },
  {
    control: 'SOC2:CC6.3',
    title: 'Access follows roles, and gives no more than is needed',
    rules: [
      ...(['DA101', 'DA102', 'DA103', 'DA104', 'DA201', 'DA202', 'DA205'] as const),
      ...(['DA301', 'DA302', 'DA303', 'DA304', 'DA307', 'DA504', 'DA602', 'DA603'] as const),
    ],
  },
  {
    control: 'ISO27001:A.5.15',
    title: 'Access control',
    rules: [
      'DA301',
      'DA302',
      'DA303',
      'DA304',
      'DA305',
      'DA307',
      'DA401',
      'DA402',
      'DA406',
      'DA602',
      'DA603',
    ],
  },
  {
    control: 'ISO27001:A.5.16',
    title: 'Identities from their beginning to their end',
    rules: ['DA203', 'DA204', 'DA205', 'DA206', 'DA207', 'DA208', 'DA505', 'DA506', 'DA507'],
  },
  {
    control: 'ISO27001:A.5.17',
    title: 'Passwords, certificates and other credentials',
    rules: ['DA203', 'DA204', 'DA501', 'DA502', 'DA503', 'DA704'],
  },
  {
    control: 'ISO27001:A.5.18',
    title: 'Access rights are given, reviewed and taken away',
    rules: [
      ...(['DA101', 'DA102', 'DA104', 'DA201', 'DA202', 'DA205', 'DA206', 'DA207'] as const),
      ...(['DA301', 'DA302', 'DA303', 'DA307', 'DA504'] as const),
    ],
  },
];

export function controlsOf(rule: string): string[] {
  return controls.flatMap(({ control, rules }) => (rules.some((id) => id === rule) ? [control] : []));
}

/** Returns the controls with the outcomes of their rules. `chosen` are the rules of the audit. */
export function reportedControls(
  {
    findings,
    leftOut = [],
  }: {
    readonly findings: readonly { readonly rule: string; readonly outcome: string }[];
    readonly leftOut?: readonly { readonly rule: string }[];
  },
  chosen: readonly Rule[],
): ReportedControl[] {
  const applied = chosen.filter(({ id }) => !leftOut.some(({ rule }) => rule === id)).map(({ id }) => id);
  return controls.map((control) => {
    const own = findings.filter(({ rule }) => control.rules.some((id) => id === rule));
    const count = (outcome: string) => own.filter((finding) => finding.outcome === outcome).length;
    const judged = control.rules.filter((id) => applied.includes(id));
    return {
      ...control,
      counts: {
        pass: judged.filter((id) => !own.some(({ rule }) => rule === id)).length,
        fail: count('fail'),
        accepted: count('accepted'),
        notEvaluated: count('not-evaluated') + control.rules.length - judged.length,
      },
    };
  });
}

/** Says whether a control is met: only if all its rules were evaluated, and nothing fails. */
export function controlText({ control, title, counts }: ReportedControl): string {
  const { fail, accepted, notEvaluated } = counts;
  const state = fail > 0 ? 'not met' : notEvaluated > 0 ? 'not evaluated' : 'met';
  const parts = [
    ...(fail > 0 ? [`${fail} fail`] : []),
    ...(accepted > 0 ? [`${accepted} accepted`] : []),
    ...(notEvaluated > 0 ? [`${notEvaluated} not evaluated`] : []),
  ];
  return `${control} ${title}: ${state}${parts.length > 0 ? ` (${parts.join(', ')})` : ''}`;
}
