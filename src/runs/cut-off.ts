/** A request was cut off, because it took too long after the work had been stopped. Its outcome is unknown. */
export class CutOff extends Error {
  override readonly name = 'CutOff';
  constructor() {
    super('cut off while it was under way: outcome unknown');
  }
}
