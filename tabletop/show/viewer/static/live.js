// Asks the process that plays the game for what is new (`tabletop.show.viewer.live`).

const EVERY = 300; // milliseconds

export async function follow(viewer) {
  const { film } = viewer, game = viewer.data.live;
  for (;;) {
    await new Promise((go) => setTimeout(go, EVERY));
    const { symbols, strings } = film.tables;
    let news;
    try {
      news = await (await fetch(`/news/${game}/${film.length}/${symbols.length}/${strings.length}`)).json();
    } catch {
      viewer.board.say("The game has ended.");
      return;
    }
    if (news.anew) return location.replace("/");
    if (news.frames.length) viewer.push(news);
  }
}
