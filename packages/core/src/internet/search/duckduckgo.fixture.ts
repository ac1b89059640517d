/** A page of results as DuckDuckGo's HTML endpoint writes it: an advertisement, and links that go through itself. */
export const duckduckgoPage = `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN">
<html><head><title>green tea at DuckDuckGo</title></head><body class="body--html">
<form id="search_form_homepage"><input name="q" value="green tea"></form>
<div id="links" class="results">
<div class="result results_links results_links_deep result--ad ">
  <div class="links_main links_deep result__body">
    <h2 class="result__title"><a rel="nofollow" class="result__a" href="https://duckduckgo.com/y.js?ad_domain=shop.example&amp;ad_provider=x">Buy tea</a></h2>
    <a class="result__snippet" href="https://duckduckgo.com/y.js?ad_domain=shop.example">An advertisement</a>
  </div>
</div>
<div class="result results_links results_links_deep web-result ">
  <div class="links_main links_deep result__body">
    <h2 class="result__title">
      <a rel="nofollow" class="result__a" href="//duckduckgo.com/l/?uddg=https%3A%2F%2Fen.wikipedia.org%2Fwiki%2FGreen_tea_(drink)%3Fa%3D1%26b%3D2&amp;rut=0123">Green <b>tea</b> &amp; more [Wiki]</a>
    </h2>
    <div class="result__extras"><a class="result__url" href="//duckduckgo.com/l/?uddg=x"> en.wikipedia.org/wiki/Green_tea </a></div>
    <a class="result__snippet" href="//duckduckgo.com/l/?uddg=x"><b>Green</b> <b>tea</b> is a type of tea
      made from &quot;leaves&quot;.</a>
    <div class="clear"></div>
  </div>
</div>
<div class="result results_links results_links_deep web-result ">
  <h2 class="result__title"><a rel="nofollow" class="result__a" href="https://tea.example/plain">Plain link</a></h2>
  <div class="result__snippet">Without its own link</div>
</div>
<div class="result results_links web-result ">
  <h2 class="result__title"><a class="result__a" href="//duckduckgo.com/l/?uddg=javascript%3Aalert(1)">Not a page</a></h2>
</div>
<div class="result results_links web-result ">
  <h2 class="result__title"><a class="result__a" href="https://tea.example/plain">The same again</a></h2>
</div>
<div class="result results_links web-result ">
  <h2 class="result__title"><a class="result__a" href="https://last.example/">Last one, cut`;
