/** A request was under way for too long after the work had been stopped: nobody knows what became of it. */
export class CutOff extends Error {
  override readonly name = 'CutOff';
  constructor() {
    super('cut off while it was under way: outcome unknown');
  }
}
